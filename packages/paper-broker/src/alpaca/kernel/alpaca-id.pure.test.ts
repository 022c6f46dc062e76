import { assert, bigInt, constantFrom, property, string, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assetId, numberOfId, numberedId, symbolOfAssetId } from './alpaca-id.ts'
import { bookSymbol, wireSymbol } from './alpaca-symbol.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids of the Alpaca wire', () => {
  it('carry every order number and give it back', () => {
    assert(
      property(bigInt(1n, 2n ** 63n - 1n), (number) => {
        const id = numberedId('order', number)
        expect(id).toMatch(UUID)
        expect(numberOfId('order', id)).toBe(number)
        expect(numberOfId('order', id.toUpperCase())).toBe(number)
      }),
    )
  })

  it('are of one kind, and not made by changing a digit', () => {
    const id = numberedId('order', 70_000_000_001n)
    expect(numberOfId('activity', id)).toBeNull()
    expect(numberOfId('order', `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)).toBeNull()
    expect(numberOfId('order', '0190a8f0-0000-7000-8000-000000000000')).toBeNull()
    expect(numberOfId('order', 'mine')).toBeNull()
  })

  it('carry every symbol of up to 22 characters and give it back', () => {
    const symbol = string({
      unit: constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-/$')),
      minLength: 1,
      maxLength: 22,
    })
    assert(
      property(uniqueArray(symbol, { minLength: 2, maxLength: 2 }), (symbols) => {
        for (const one of symbols) {
          expect(assetId(one)).toMatch(UUID)
          expect(symbolOfAssetId(assetId(one))).toBe(one)
        }
        expect(new Set(symbols.map(assetId)).size).toBe(2)
      }),
    )
  })

  it('exist for a symbol that does not fit, but cannot be looked up', () => {
    expect(assetId('ÄÖÜ')).toMatch(UUID)
    expect(assetId('ÄÖÜ')).not.toBe(assetId('ÄÖ'))
    expect(symbolOfAssetId(assetId('ÄÖÜ'))).toBeNull()
    expect(symbolOfAssetId('00000000-0000-8000-8000-000000000000')).toBeNull()
  })
})

describe('symbols of the Alpaca wire', () => {
  it('write options without the blanks after their root', () => {
    expect(wireSymbol('AAPL  261218C00235000')).toBe('AAPL261218C00235000')
    expect(bookSymbol('aapl261218c00235000')).toBe('AAPL  261218C00235000')
    expect(bookSymbol(assetId('AAPL261218C00235000'))).toBe('AAPL  261218C00235000')
    expect(bookSymbol(' brk.b ')).toBe('BRK.B')
  })
})
