//! Links libsluice_c from the folder in SLUICE_LIB_DIR, or from the linker's search path.

fn main() {
    println!("cargo:rerun-if-env-changed=SLUICE_LIB_DIR");
    if let Ok(folder) = std::env::var("SLUICE_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-lib=dylib=sluice_c");
}
