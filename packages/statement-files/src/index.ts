export * from './statement-line.ts'
