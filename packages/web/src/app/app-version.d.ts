/** The version from package.json, inlined by the build. */
declare const __APP_VERSION__: string
