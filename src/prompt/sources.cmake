sluice_sources(retrieve
  SIZE
    prompt.cpp
    schema_text.cpp
    tokens.cpp)
