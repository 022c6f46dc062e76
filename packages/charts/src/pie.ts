// Entry of the pie: an own SVG component, no library.

export { Pie3d, type Pie3dProps } from './pie/pie-3d.tsx'
