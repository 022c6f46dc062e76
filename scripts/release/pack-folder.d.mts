export declare function packFolder(order: {
  readonly folder: string
  readonly name: string
  readonly archive: string
  readonly modifiedAt: Date
}): Promise<number>
