// The datasets of own reports: the reports of the catalogue with their fields and the operations each allows.
import { aggregationsOf, datePartsOf, operatorsOf, type Dataset } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import { findAvailableReports } from './available-reports.ts'
import type { ReaderSession } from './open-reader.ts'

export const findDatasets = async (db: Db, asker: ReaderSession): Promise<Dataset[]> =>
  (await findAvailableReports(db, asker)).map(({ key, name, category, description, columns }) => ({
    id: key,
    name,
    category,
    description,
    fields: columns.map((column) => ({
      field: column.field,
      label: column.header,
      description: column.description ?? '',
      type: column.type,
      aggregations: aggregationsOf(column.type, column.isSummed ?? false),
      operators: operatorsOf(column.type),
      dateParts: datePartsOf(column.type),
    })),
  }))
