// Checks the numbers of any bar, daily or minute, and describes the fault in words.

export const numberPattern = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/

/** Returns the fault of four prices given as texts, such as `high 10 is below low 11`, or undefined. */
export function pricesFault(
  openText: string,
  highText: string,
  lowText: string,
  closeText: string,
): string | undefined {
  const fault =
    numberFault('open', openText) ??
    numberFault('high', highText) ??
    numberFault('low', lowText) ??
    numberFault('close', closeText)
  if (fault !== undefined) return fault
  const [open, high, low, close] = [Number(openText), Number(highText), Number(lowText), Number(closeText)]
  if (high < low) return `high ${highText} is below low ${lowText}`
  if (high < open || high < close)
    return `high ${highText} is below ${high < open ? `open ${openText}` : `close ${closeText}`}`
  if (low > open || low > close)
    return `low ${lowText} is above ${low > open ? `open ${openText}` : `close ${closeText}`}`
  return undefined
}

function numberFault(name: string, text: string): string | undefined {
  if (!numberPattern.test(text)) return text.trim() === '' ? `${name} is empty` : `${name} "${text}" is not a number`
  const value = Number(text)
  if (!(value > 0)) return `${name} ${text} is not above zero`
  return value < 1e9 ? undefined : `${name} ${text} is larger than any price`
}

export function volumeFault(text: string): string | undefined {
  if (!numberPattern.test(text)) return `volume "${text}" is not a number`
  if (text.startsWith('-')) return 'volume is negative'
  return Number(text) < 1e15 ? undefined : `volume ${text} is larger than any volume`
}
