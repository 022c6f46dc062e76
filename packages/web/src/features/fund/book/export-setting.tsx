// Settings: everything of the fund as one file, to keep or to import into another installation.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { downloadBlob } from '../../../ui/download-blob.ts'
import classes from '../fund.module.css'

export function ExportSetting({ accountId }: { readonly accountId: string }) {
  const exported = useMutation({
    mutationFn: async () => {
      const { content, fileName } = await api.fund.exportFund({ params: { accountId } })
      downloadBlob(content, fileName)
    },
  })
  return (
    <section aria-label="Export">
      <h3 className={classes['heading']}>Export</h3>
      <Button variant="default" loading={exported.isPending} onClick={() => exported.mutate()}>
        Export everything
      </Button>
      <p className={classes['none']}>
        One ZIP with all records, both journals, tables for a spreadsheet, and the statements as they were issued.
        Accounts can import it into another installation. Bank details, roles and what waits for approval stay here. It
        names every member: keep it as you keep the books.
      </p>
    </section>
  )
}
