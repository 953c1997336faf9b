sluice_sources(retrieve
  SIZE
    api_endpoint.cpp
  ALONE
    http.cpp)
