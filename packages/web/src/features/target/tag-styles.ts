/** A field of tags as high as the fields beside it. */
export const tagStyles = {
  input: { minHeight: 'var(--cf-control-sm)', paddingBlock: 0, display: 'flex', alignItems: 'center' },
} as const
