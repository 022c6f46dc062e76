// Where the tiles of a treemap lie: squarified (Bruls, Huizing, van Wijk 2000, by d3-hierarchy), by group, each group
// with a line for its heading. Pure.
import { hierarchy, treemap, type HierarchyRectangularNode } from 'd3-hierarchy'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface SizedTile {
  readonly id: string
  /** Above zero; its share of all sizes is its share of the area of its group, with `leastPart` as the least. */
  readonly size: number
}

export interface SizedGroup<Tile extends SizedTile = SizedTile> {
  readonly id: string
  readonly tiles: readonly Tile[]
}

export interface PlacedGroup<Tile extends SizedTile, Group extends SizedGroup<Tile>> {
  readonly group: Group
  readonly box: Box
  /** Absent where the group is too small for a heading. */
  readonly heading: Box | undefined
  readonly tiles: readonly { readonly tile: Tile; readonly box: Box }[]
}

export interface TreemapSpace {
  readonly width: number
  /** Of the whole map; without it the groups lie one under another, each as wide as the map. */
  readonly height: number | undefined
}

export const headingHeight = 24
const gap = 2
/**
 * Least size of a tile as a part of the mean of its group, and of a group as a part of the mean group: below that it
 * could be neither seen nor pressed.
 */
const leastPart = 1 / 8
const smallestHeading = { width: 64, height: 48 }
/** Height of a group that lies under another one, without its heading. */
const stacked = { smallest: 96, largest: 420 }
/** Height of all groups one under another, as a multiple of the width of the map. */
const stackedRatio = 5

type Edges = Pick<HierarchyRectangularNode<unknown>, 'x0' | 'y0' | 'x1' | 'y1'>

interface Node<Group, Tile> {
  readonly group?: Group
  readonly tile?: Tile
  readonly size?: number
  readonly children?: readonly Node<Group, Tile>[]
}

/**
 * Returns the groups with their boxes, in pixels of the map. Tiles of a group lie inside of its box, and no two
 * overlap.
 */
export function placeTreemap<Tile extends SizedTile, Group extends SizedGroup<Tile>>(
  groups: readonly (Group & SizedGroup<Tile>)[],
  { width, height }: TreemapSpace,
): { readonly groups: readonly PlacedGroup<Tile, Group>[]; readonly height: number } {
  if (height !== undefined) return { groups: placeTogether<Tile, Group>(groups, { width, height }), height }
  const total = totalOf(groups.map(sizeOf))
  const placed: PlacedGroup<Tile, Group>[] = []
  let top = 0
  for (const group of groups) {
    const wanted = (sizeOf(group) / total) * width * stackedRatio
    const own = headingHeight + Math.round(Math.min(stacked.largest, Math.max(stacked.smallest, wanted)))
    placed.push(...placeTogether<Tile, Group>([group], { width, height: own }).map((one) => lowered(one, top)))
    top += own + gap
  }
  return { groups: placed, height: Math.max(0, top - gap) }
}

const totalOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0)
const sizeOf = (group: SizedGroup): number => totalOf(group.tiles.map(({ size }) => size))

function raised(sizes: readonly number[]): number[] {
  const least = (totalOf(sizes) / sizes.length) * leastPart
  return sizes.map((size) => Math.max(size, least))
}

function placeTogether<Tile extends SizedTile, Group extends SizedGroup<Tile>>(
  groups: readonly (Group & SizedGroup<Tile>)[],
  space: { readonly width: number; readonly height: number },
): PlacedGroup<Tile, Group>[] {
  const groupSizes = raised(groups.map(sizeOf))
  const root = hierarchy<Node<Group, Tile>>({
    children: groups.map((group, index) => {
      const sizes = raised(group.tiles.map(({ size }) => size))
      const scale = groupSizes[index]! / totalOf(sizes)
      return { group, children: group.tiles.map((tile, at) => ({ tile, size: sizes[at]! * scale })) }
    }),
  }).sum(({ size }) => size ?? 0)
  /** Decided before the edges are rounded, and only there. */
  const headed = new Set<Node<Group, Tile>>()
  const placed = treemap<Node<Group, Tile>>()
    .size([space.width, space.height])
    .round(true)
    .paddingInner(gap)
    .paddingTop((node) => {
      if (node.depth !== 1 || !hasHeading(node)) return 0
      headed.add(node.data)
      return headingHeight
    })(root)
  return (placed.children ?? []).flatMap((node) => {
    const { group } = node.data
    if (group === undefined) return []
    const box = boxOf(node)
    return [
      {
        group,
        box,
        heading: headed.has(node.data) ? { ...box, height: headingHeight } : undefined,
        tiles: (node.children ?? []).flatMap((leaf) =>
          leaf.data.tile === undefined ? [] : [{ tile: leaf.data.tile, box: boxOf(leaf) }],
        ),
      },
    ]
  })
}

const boxOf = ({ x0, y0, x1, y1 }: Edges): Box => ({
  left: x0,
  top: y0,
  width: x1 - x0,
  height: y1 - y0,
})

const hasHeading = ({ x0, y0, x1, y1 }: Edges): boolean =>
  x1 - x0 >= smallestHeading.width && y1 - y0 >= smallestHeading.height

function lowered<Tile extends SizedTile, Group extends SizedGroup<Tile>>(
  { group, box, heading, tiles }: PlacedGroup<Tile, Group>,
  by: number,
): PlacedGroup<Tile, Group> {
  const lower = (one: Box): Box => ({ ...one, top: one.top + by })
  return {
    group,
    box: lower(box),
    heading: heading && lower(heading),
    tiles: tiles.map((one) => ({ tile: one.tile, box: lower(one.box) })),
  }
}
