export * from './catalogue.ts'
export * from './stream.ts'
