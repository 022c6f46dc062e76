export function SpreadReview(_: any) {
  return null
}
