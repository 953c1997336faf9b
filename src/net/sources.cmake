sluice_sources(retrieve
  SIZE
    api_endpoint.cpp
    http_request.cpp
  ALONE
    http.cpp)
