export declare const notBegun: string
export declare function isTimeOver(nowMs?: number, deadline?: string): boolean
export declare function shareOfTime(share: number, nowMs?: number, deadline?: string): { TEST_DEADLINE?: string }
