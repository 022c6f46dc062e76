export declare function sumOfFile(path: string): string
export declare function sumsOfFolder(folder: string): string
