export declare const chromiumAdvice: string
export declare function findChromium(environment?: NodeJS.ProcessEnv): string | undefined
export declare function findFullChromium(environment?: NodeJS.ProcessEnv): string | undefined
export declare function findOrInstallChromium(root: string, say: (line: string) => void): Promise<string | undefined>
