// Undo and redo of drawings. Each step holds only the drawings that it changed, so that undoing one leaves alone what
// another tab added since.

import type { Drawing } from '../stock/drawing.ts'

type Drawings = readonly Drawing[]

interface Placed {
  readonly drawing: Drawing
  readonly place: number
}

interface Change {
  readonly id: string
  /** Absent when the step added the drawing. */
  readonly before: Placed | undefined
  /** Absent when the step deleted the drawing. */
  readonly after: Placed | undefined
}

export interface DrawingHistory {
  /** Records one step of the user. Equal lists are no step. */
  readonly record: (before: Drawings, after: Drawings) => void
  /** Returns the drawings without the last step; undefined when there is none. */
  readonly undo: (drawings: Drawings) => Drawings | undefined
  /** Returns the drawings with the step that was undone last. */
  readonly redo: (drawings: Drawings) => Drawings | undefined
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
}

const longest = 200

export function createDrawingHistory(): DrawingHistory {
  let done: (readonly Change[])[] = []
  let undone: (readonly Change[])[] = []
  return {
    record: (before, after) => {
      const changes = changesBetween(before, after)
      if (changes.length === 0) return
      done = [...done, changes].slice(-longest)
      undone = []
    },
    undo: (drawings) => {
      const step = done.at(-1)
      if (step === undefined) return undefined
      done = done.slice(0, -1)
      undone = [...undone, step]
      return apply(drawings, step, 'before')
    },
    redo: (drawings) => {
      const step = undone.at(-1)
      if (step === undefined) return undefined
      undone = undone.slice(0, -1)
      done = [...done, step]
      return apply(drawings, step, 'after')
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  }
}

function changesBetween(before: Drawings, after: Drawings): Change[] {
  const [earlier, later] = [placesOf(before), placesOf(after)]
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) => {
    const [was, is] = [earlier.get(id), later.get(id)]
    return isSameDrawing(was?.drawing, is?.drawing) ? [] : [{ id, before: was, after: is }]
  })
}

const placesOf = (drawings: Drawings): ReadonlyMap<string, Placed> =>
  new Map(drawings.map((drawing, place) => [drawing.id, { drawing, place }]))

const isSameDrawing = (one: Drawing | undefined, other: Drawing | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

function apply(drawings: Drawings, step: readonly Change[], side: 'before' | 'after'): Drawings {
  const result = [...drawings]
  // From the front, so that each returned drawing finds its earlier place.
  for (const change of step.toSorted((a, b) => (a[side]?.place ?? 0) - (b[side]?.place ?? 0))) {
    const at = result.findIndex(({ id }) => id === change.id)
    const target = change[side]
    if (target === undefined) {
      if (at >= 0) result.splice(at, 1)
    } else if (at >= 0) result[at] = target.drawing
    // A drawing that was only changed and is missing now was deleted in another tab, and stays deleted.
    else if (change.before === undefined || change.after === undefined) result.splice(target.place, 0, target.drawing)
  }
  return result
}
