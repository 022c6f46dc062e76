// A chart's values as a table laid over it: the same figures for users who read rather than look.

import type { ReactElement } from 'react'

export interface ChartTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function ChartTable({ caption, columns, rows }: ChartTableProps): ReactElement {
  return (
    <section className="cf-table" tabIndex={0} aria-label="Table view">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
