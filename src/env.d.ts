/** The build's version: that of package.json, or `APP_VERSION` at build time. */
declare const __APP_VERSION__: string;
