// Entry of the pie: our own SVG component, without a library.

export { Pie3d, type Pie3dProps } from './pie/pie-3d.tsx'
