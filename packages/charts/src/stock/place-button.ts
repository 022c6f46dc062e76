// The + beside the price axis: it follows the pointer, or the finger's last tap, and places something at that price.

import { priceText } from '../chart-text.ts'
import type { PricePlaces } from './kline-place.ts'
import { snapPrice } from './price-line.ts'
import type { StockChartPort } from './stock-chart-port.ts'

export interface PlaceRequest {
  readonly price: number
  readonly clientX: number
  readonly clientY: number
}

export interface PlaceButton {
  /** Places at this price as a click on the button would, for the keyboard. */
  readonly placeAt: (price: number) => void
  readonly destroy: () => void
}

export interface PlaceButtonSurface {
  readonly port: Pick<StockChartPort, 'subscribePlaces' | 'isCollecting'>
  readonly plot: HTMLElement
  readonly layer: HTMLElement
  readonly onPlace: (request: PlaceRequest) => void
}

const halfPx = 11
/** A finger that moved farther than this has panned. */
const tapSlackPx = 8

export function createPlaceButton({ port, plot, layer, onPlace }: PlaceButtonSurface): PlaceButton {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'cf-place'
  button.textContent = '+'
  // The keyboard has a key of the chart for it; a stop on the way through the page at a place that moves is none.
  button.tabIndex = -1
  button.hidden = true
  layer.append(button)
  const stop = new AbortController()
  const { signal } = stop
  let places: PricePlaces | undefined
  let price: number | undefined
  let down: PointerEvent | undefined
  const leave = port.subscribePlaces((now) => {
    places = now
  })

  function hide(): void {
    button.hidden = true
    price = undefined
  }

  function show(clientY: number): void {
    const yPx = clientY - plot.getBoundingClientRect().top
    if (places === undefined || port.isCollecting() || yPx < 0 || yPx > places.heightPx) {
      hide()
      return
    }
    price = snapPrice(places.priceAt(yPx))
    button.hidden = false
    const leftPx = Math.round(places.widthPx - 2 * halfPx - 2)
    button.style.transform = `translate(${leftPx}px, ${Math.round(yPx - halfPx)}px)`
    const label = `Order or alert at ${priceText(price)}`
    button.title = label
    button.setAttribute('aria-label', label)
  }

  plot.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'mouse' && event.buttons === 0) show(event.clientY)
    },
    { signal },
  )
  plot.addEventListener(
    'pointerleave',
    (event) => {
      if (event.pointerType === 'mouse') hide()
    },
    { signal },
  )
  plot.addEventListener(
    'pointerdown',
    (event) => {
      down = event
    },
    { capture: true, signal },
  )
  plot.addEventListener(
    'pointerup',
    (event) => {
      const began = down
      down = undefined
      if (event.pointerType === 'mouse' || began === undefined || event.target === button) return
      const isTap = Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) <= tapSlackPx
      if (isTap) show(event.clientY)
      else hide()
    },
    { capture: true, signal },
  )
  button.addEventListener(
    'click',
    (event) => {
      if (price !== undefined) onPlace({ price, clientX: event.clientX, clientY: event.clientY })
    },
    { signal },
  )

  return {
    placeAt: (wanted) => {
      if (places === undefined) return
      const box = plot.getBoundingClientRect()
      const yPx = Math.max(0, Math.min(places.heightPx, places.yOf(wanted)))
      onPlace({ price: snapPrice(wanted), clientX: box.left + places.widthPx, clientY: box.top + yPx })
    },
    destroy: () => {
      stop.abort()
      leave()
      button.remove()
    },
  }
}
