# An overlay port over this source tree: vcpkg install sluice --overlay-ports=packaging/vcpkg

set(SOURCE_PATH "${CURRENT_PORT_DIR}/../..")

vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES
  http SLUICE_WITH_HTTP
  postgres SLUICE_WITH_POSTGRES)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${options}
    -DSLUICE_BUILD_BENCH=OFF
    -DSLUICE_BUILD_CLI=OFF
    -DSLUICE_BUILD_EXAMPLES=OFF
    -DSLUICE_BUILD_TESTS=OFF
    -DSLUICE_DEVELOPER_MODE=OFF
    -DSLUICE_INSTALL=ON
    -DSLUICE_LAZY_LIBRARIES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME sluice CONFIG_PATH lib/cmake/sluice)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE"
  "${SOURCE_PATH}/src/embed/weights/NOTICE" "${SOURCE_PATH}/src/embed/weights/WORDNET_LICENSE")
