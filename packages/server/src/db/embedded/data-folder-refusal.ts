// The database's only expected failure: a refused start, with a sentence for the person who ran the command. The entry
// point prints only the message; every other error is unexpected and keeps its stack.

export type DataFolderRefusalCode =
  | 'IN_USE'
  | 'STILL_RUNNING'
  | 'OTHER_VERSION'
  | 'NOT_DURABLE'
  | 'OTHER_OWNER'
  | 'NO_BINARIES'
  | 'CANNOT_RUN'
  | 'SERVER_FAILED'
  | 'PASSWORD_LOST'
  | 'NEWER_TABLES'
  | 'TABLES_IN_USE'
  | 'NOT_WRITABLE'
  | 'UNFINISHED_RESTORE'

export class DataFolderRefusal extends Error {
  readonly code: DataFolderRefusalCode

  constructor(code: DataFolderRefusalCode, sentence: string) {
    super(sentence)
    this.name = 'DataFolderRefusal'
    this.code = code
  }
}
