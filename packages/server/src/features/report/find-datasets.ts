// The datasets of own reports: the reports of the catalogue with their fields and the operations each allows.
import { aggregationsOf, datePartsOf, operatorsOf, type Dataset } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { findAvailableReports } from './available-reports.ts'
import type { ReaderSession } from './open-reader.ts'

export const findDatasets = async (
  services: Pick<Services, 'db' | 'clock'>,
  asker: ReaderSession,
): Promise<Dataset[]> =>
  (await findAvailableReports(services, asker)).map(({ key, name, category, description, columns }) => ({
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
