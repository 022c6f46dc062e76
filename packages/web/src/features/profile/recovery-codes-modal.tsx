// New recovery codes, shown once: copied, downloaded or printed from here.
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadText } from '../../ui/download-text.ts'
import { Modal } from '../../ui/modal.tsx'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { textColumn } from '../../ui/table/column.tsx'
import { showToast } from '../../ui/toast.tsx'
import classes from './profile.module.css'

const title = 'Clubfolio recovery codes'
const advice = 'Each code works once. Keep them apart from your phone and your passwords.'

const columns = [textColumn<{ readonly code: string }>({ id: 'code', header: 'Code', value: (row) => row.code })]

export function RecoveryCodesModal({
  codes,
  email,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly email: string
  readonly onClose: () => void
}) {
  const [isPrinting, setPrinting] = useState(false)
  const text = [title, email, advice, '', ...codes, ''].join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showToast({ tone: 'success', title: 'Success', message: 'The codes were copied.' })
    } catch {
      showToast({ tone: 'error', title: 'Error', message: 'The browser does not allow copying. Select the codes.' })
    }
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Recovery codes"
      icon={IconKey}
      foot={
        <div className={classes['foot']}>
          <Button variant="default" onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="default" onClick={() => downloadText('clubfolio-recovery-codes.txt', 'text/plain', text)}>
            Download
          </Button>
          <Button variant="default" onClick={() => setPrinting(true)}>
            Print
          </Button>
          <Button onClick={onClose}>I have saved them</Button>
        </div>
      }
    >
      <p>They are shown only now. {advice} Earlier codes no longer work.</p>
      <ol className={classes['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      {isPrinting ? (
        <PrintSheet
          title={title}
          facts={[email, advice]}
          columns={columns}
          rows={codes.map((code) => ({ code }))}
          rowId={(row) => row.code}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </Modal>
  )
}
