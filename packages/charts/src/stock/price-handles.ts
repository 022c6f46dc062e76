// Labels on price lines, over the canvas: each can be dragged with pointer or finger, moved by arrow keys, opened and
// removed. The line itself can be dragged too, with a mouse. Independent of React, because they move with every frame.

import { priceText } from '../chart-text.ts'
import { createFrameTask } from '../frame.ts'
import type { PricePlaces } from './kline-place.ts'
import { placeHandles, type HandleEdge } from './place-handles.ts'
import { snapPrice, stepPrice, type MovePreview, type PriceLine, type PriceLineListeners } from './price-line.ts'
import type { StockChartPort } from './stock-chart-port.ts'

export interface PriceHandles {
  readonly setLines: (lines: readonly PriceLine[]) => void
  readonly destroy: () => void
}

export interface HandleSurface {
  readonly port: Pick<StockChartPort, 'previewLine' | 'subscribePlaces' | 'isCollecting'>
  /** The layer over the canvas that holds the labels. */
  readonly layer: HTMLElement
  readonly canvas: HTMLElement
  /** Read out by assistive technology. */
  readonly live: HTMLElement
  /** Another click is meant for something else, such as a level. */
  readonly isTaken: () => boolean
}

/** A press that moved less than this was a click on the label. */
const slackPx = 4
/** How near to a line the mouse takes hold of it. */
const gripPx = 4
/** Room for the button that places something new, between the labels and the axis. */
const endGapPx = 30

interface Label {
  line: PriceLine
  widthPx: number
  /** What it says, as of its last measurement. */
  measured: string
  /** The edge of the plot behind which its line is. */
  edge: HandleEdge | undefined
  readonly root: HTMLDivElement
  readonly grip: HTMLDivElement
  /** The price of a line out of the plot, with an arrow to it. */
  readonly away: HTMLSpanElement
  readonly title: HTMLSpanElement
  readonly note: HTMLSpanElement
  readonly remove: HTMLButtonElement
}

/** A line on its way to another price, by pointer or by keys. */
interface Move {
  readonly id: string
  readonly by: 'pointer' | 'keys'
  price: number
  preview: MovePreview
}

export function createPriceHandles(surface: HandleSurface, listeners: PriceLineListeners): PriceHandles {
  const { port, layer, canvas, live } = surface
  const labels = new Map<string, Label>()
  let places: PricePlaces | undefined
  let move: Move | undefined
  /** Lines that were dropped and wait for the host to draw its lines again. */
  const dropped = new Map<string, number>()
  let endDrag: (() => void) | undefined
  const stop = new AbortController()
  const { signal } = stop

  const priceOf = ({ line }: Label): number =>
    move?.id === line.id ? move.price : (dropped.get(line.id) ?? line.price)

  function place(): void {
    if (places === undefined) return
    const { yOf, widthPx, heightPx } = places
    const plot = { widthPx: Math.max(0, widthPx - endGapPx), heightPx }
    const held = move?.id
    const wanted = [...labels.values()].map((label) => {
      const yPx = yOf(priceOf(label))
      return {
        id: label.line.id,
        // The one in hand is where the pointer is, at most at an edge.
        yPx: label.line.id === held && move?.by === 'pointer' ? Math.max(0, Math.min(heightPx, yPx)) : yPx,
        widthPx: label.widthPx,
        shortPx: shortWidthPx(priceOf(label)),
      }
    })
    // It keeps its place; later ones make room.
    const found = new Map(
      placeHandles(
        wanted.toSorted((a, b) => Number(b.id === held) - Number(a.id === held)),
        plot,
      ).map((one) => [one.id, one]),
    )
    for (const [id, label] of labels) {
      const at = found.get(id)
      const { root } = label
      root.hidden = at === undefined
      if (at === undefined) continue
      if (at.edge !== label.edge) {
        label.edge = at.edge
        write(label)
      }
      // By its right end, so that a short label grows to the left when it shows its title.
      root.style.transform = `translate(${Math.round(at.endPx)}px, ${Math.round(at.yPx)}px) translateX(-100%)`
    }
  }
  const placing = createFrameTask(place)

  function write(label: Label): void {
    const { line, root, grip, away, title, note, remove, edge } = label
    const isMoved = move?.id === line.id
    const shown: MovePreview = isMoved
      ? move!.preview
      : { note: line.note ?? '', ...(line.tone ? { tone: line.tone } : {}) }
    const words = isMoved && shown.refusal !== undefined ? shown.refusal : shown.note
    root.dataset['kind'] = line.kind
    root.toggleAttribute('data-waiting', line.isWaiting === true)
    root.toggleAttribute('data-moved', isMoved)
    root.toggleAttribute('data-refused', isMoved && shown.refusal !== undefined)
    if (edge === undefined) delete root.dataset['edge']
    else root.dataset['edge'] = edge
    away.hidden = edge === undefined
    const price = priceOf(label)
    setText(away, edge === undefined ? '' : `${edge === 'above' ? '↑' : '↓'} ${priceText(price)}`)
    const place = edge === undefined ? '' : `${edge} the view`
    setText(title, isMoved ? `${line.title} ${priceText(move!.price)}` : line.title)
    setText(note, words)
    if (shown.tone === undefined || shown.refusal !== undefined) delete note.dataset['direction']
    else note.dataset['direction'] = shown.tone
    note.hidden = words === ''
    const isMovable = line.isMovable === true
    root.toggleAttribute('data-movable', isMovable)
    const { whyFixed } = line
    grip.title = isMovable ? '' : (whyFixed ?? '')
    if (isHeld(line)) {
      grip.tabIndex = 0
      grip.setAttribute('role', 'slider')
      grip.setAttribute('aria-orientation', 'vertical')
      grip.setAttribute('aria-label', line.title)
      grip.setAttribute('aria-valuemin', '0')
      grip.setAttribute('aria-valuemax', String(Math.max(price, line.price) * 10))
      grip.setAttribute('aria-valuenow', String(price))
      grip.setAttribute('aria-valuetext', joined(priceText(price), words, place))
      setAttribute(grip, 'aria-readonly', isMovable ? undefined : 'true')
      setAttribute(grip, 'aria-description', isMovable ? undefined : whyFixed)
    } else if (edge === undefined) {
      for (const name of ['tabindex', 'role', 'aria-label']) grip.removeAttribute(name)
    } else {
      // Out of the plot it is short, so the keyboard comes by to read it.
      grip.tabIndex = 0
      grip.setAttribute('role', 'img')
      grip.setAttribute('aria-label', joined(line.title, priceText(price), words, place))
    }
    remove.hidden = line.removal === undefined
    if (line.removal !== undefined) {
      remove.title = line.removal
      remove.setAttribute('aria-label', line.removal)
    }
  }

  /** Reading a width forces a layout, so it is read only for other words. */
  function measure(label: Label): void {
    const { root, title, note, line } = label
    const words = `${title.textContent}\n${note.textContent}\n${line.removal === undefined}`
    if (words === label.measured) return
    label.measured = words
    root.hidden = false
    // The whole width, also of one that is short now.
    root.toggleAttribute('data-measured', true)
    label.widthPx = root.offsetWidth
    root.removeAttribute('data-measured')
  }

  /** Shows the line at another price; the same price ends nothing. */
  function carry(id: string, by: Move['by'], price: number): void {
    const label = labels.get(id)
    if (label === undefined) return
    const { whyFixed, price: own } = label.line
    move =
      whyFixed === undefined
        ? { id, by, price, preview: listeners.previewMove(id, price) }
        : { id, by, price: own, preview: { note: '', refusal: whyFixed } }
    port.previewLine(id, move.price)
    write(label)
    measure(label)
    placing.request()
  }

  function putBack(): void {
    const id = move?.id
    move = undefined
    if (id === undefined) return
    dropped.delete(id)
    port.previewLine(id, undefined)
    const label = labels.get(id)
    if (label !== undefined) {
      write(label)
      measure(label)
    }
    placing.request()
  }

  /** Hands the move to the host; one that is refused, or that ends where it began, returns. */
  function drop(): void {
    const ended = move
    const label = ended && labels.get(ended.id)
    if (ended === undefined || label === undefined) return
    if (ended.preview.refusal !== undefined || ended.price === label.line.price) {
      if (ended.preview.refusal !== undefined) live.textContent = ended.preview.refusal
      putBack()
      return
    }
    dropped.set(ended.id, ended.price)
    move = undefined
    write(label)
    measure(label)
    placing.request()
    listeners.onMove(ended.id, ended.price)
  }

  function drag(id: string, down: PointerEvent, canOpen: boolean): void {
    const label = labels.get(id)
    if (label === undefined || places === undefined) return
    endDrag?.()
    // A line out of the plot is taken hold of at the edge.
    const startPx = Math.max(0, Math.min(places.heightPx, places.yOf(label.line.price)))
    let isMoving = false
    const own = new AbortController()
    const finish = () => {
      own.abort()
      endDrag = undefined
      label.root.removeAttribute('data-held')
      canvas.removeAttribute('data-held')
    }
    endDrag = finish
    label.root.setAttribute('data-held', '')
    canvas.setAttribute('data-held', '')
    document.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== down.pointerId || places === undefined) return
        if (!isMoving && Math.abs(event.clientY - down.clientY) < slackPx) return
        isMoving = true
        const yPx = Math.max(0, Math.min(places.heightPx, startPx + event.clientY - down.clientY))
        const price = snapPrice(places.priceAt(yPx))
        if (price > 0) carry(id, 'pointer', price)
      },
      { signal: own.signal },
    )
    document.addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== down.pointerId) return
        finish()
        if (isMoving) drop()
        else if (canOpen) listeners.onOpen(id)
      },
      { signal: own.signal },
    )
    document.addEventListener(
      'pointercancel',
      () => {
        finish()
        putBack()
      },
      { signal: own.signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        finish()
        putBack()
      },
      { signal: own.signal, capture: true },
    )
  }

  const pageSteps = 100
  const keySteps: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: pageSteps,
    PageDown: -pageSteps,
  }

  function press(label: Label, event: KeyboardEvent): void {
    const { id } = label.line
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps = keySteps[event.key]
    if (steps !== undefined) carry(id, 'keys', stepPrice(priceOf(label), event.shiftKey ? steps * 10 : steps))
    else if (event.key === 'Enter' || event.key === ' ') {
      if (move?.id === id) drop()
      else listeners.onOpen(id)
    } else if (event.key === 'Escape' && move?.id === id) putBack()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && label.line.removal !== undefined)
      listeners.onRemove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function create(line: PriceLine): Label {
    const root = document.createElement('div')
    root.className = 'cf-handle'
    const grip = document.createElement('div')
    grip.className = 'cf-handle-grip'
    const away = document.createElement('span')
    away.className = 'cf-handle-away'
    const title = document.createElement('span')
    title.className = 'cf-handle-title'
    const note = document.createElement('span')
    note.className = 'cf-handle-note'
    const remove = document.createElement('button')
    remove.type = 'button'
    remove.className = 'cf-handle-x'
    remove.textContent = '×'
    grip.append(away, title, note)
    root.append(grip, remove)
    const label: Label = { line, widthPx: 0, measured: '', edge: undefined, root, grip, away, title, note, remove }
    grip.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary || !isHeld(label.line)) return
      event.preventDefault()
      grip.focus({ preventScroll: true })
      drag(label.line.id, event, true)
    })
    grip.addEventListener('keydown', (event) => press(label, event))
    grip.addEventListener('blur', () => {
      if (move?.id === label.line.id && move.by === 'keys') putBack()
    })
    remove.addEventListener('click', () => listeners.onRemove(label.line.id))
    layer.append(root)
    return label
  }

  /** Returns the movable line under the mouse. */
  function lineAt({ clientX, clientY, pointerType, target }: PointerEvent): Label | undefined {
    if (places === undefined || pointerType !== 'mouse' || surface.isTaken() || port.isCollecting()) return undefined
    if (!(target instanceof Node) || !canvas.contains(target)) return undefined
    const box = canvas.getBoundingClientRect()
    if (clientX - box.left > places.widthPx) return undefined
    const yPx = clientY - box.top
    const { yOf } = places
    return [...labels.values()].find(
      (label) => label.line.isMovable === true && Math.abs(yOf(label.line.price) - yPx) <= gripPx,
    )
  }

  let isPressed = false
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      const label = event.button === 0 ? lineAt(event) : undefined
      isPressed = label !== undefined
      if (label === undefined) return
      event.stopPropagation()
      drag(label.line.id, event, false)
    },
    { capture: true, signal },
  )
  // The chart would pan, or move a drawing under the line.
  canvas.addEventListener(
    'mousedown',
    (event) => {
      if (!isPressed) return
      event.stopPropagation()
      event.preventDefault()
    },
    { capture: true, signal },
  )
  canvas.addEventListener(
    'pointermove',
    (event) => {
      const hit = event.buttons === 0 ? lineAt(event) : undefined
      canvas.toggleAttribute('data-grip', hit !== undefined)
    },
    { capture: true, signal },
  )

  const leave = port.subscribePlaces((now) => {
    places = now
    place()
  })

  return {
    setLines: (lines) => {
      for (const [id, label] of labels)
        if (!lines.some((line) => line.id === id)) {
          if (move?.id === id) {
            endDrag?.()
            putBack()
            live.textContent = `${label.line.title} is no longer there`
          }
          label.root.remove()
          labels.delete(id)
        }
      for (const id of dropped.keys()) port.previewLine(id, undefined)
      dropped.clear()
      for (const line of lines) {
        const known = labels.get(line.id)
        const label = known ?? create(line)
        label.line = line
        if (known === undefined) labels.set(line.id, label)
        write(label)
      }
      for (const label of labels.values()) measure(label)
      place()
    },
    destroy: () => {
      endDrag?.()
      stop.abort()
      placing.cancel()
      leave()
      for (const { root } of labels.values()) root.remove()
      labels.clear()
    },
  }
}

/** A line that can be moved, or that says why it cannot. */
const isHeld = ({ isMovable, whyFixed }: PriceLine): boolean => isMovable === true || whyFixed !== undefined

/** About the width of the label that a line out of the plot has. */
const shortWidthPx = (price: number): number => 26 + 6.6 * priceText(price).length

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ')

function setAttribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
