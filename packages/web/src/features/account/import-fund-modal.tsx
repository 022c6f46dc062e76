// Imports a fund that was exported elsewhere: its file, what becomes of it, and the way to its books.
import { Button } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { Modal } from '../../ui/modal.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import { useImportFund } from './api.ts'
import classes from './account.module.css'

export function ImportFundModal({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const imported = useImportFund(setShare)
  const { data, error } = imported
  if (data)
    return (
      <Modal
        isOpen
        onClose={onClose}
        title="Fund imported"
        icon={IconPackageImport}
        foot={
          <>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Link to="/account-mapping" search={{ fund: data.accountId }} onClick={onClose}>
              <Button component="span" data-autofocus>
                Open the fund
              </Button>
            </Link>
          </>
        }
      >
        <p role="status">{data.message}</p>
        <p className={classes['needs']}>
          Its past is an account that nothing reads. To go on, link the account that holds the money, then move the fund
          there under Books, Settings.
        </p>
        <p className={classes['needs']}>These were not imported:</p>
        <ul className={classes['left']} aria-label="Not imported">
          <li>Users. The history names you for all of it; the tables in the ZIP say who recorded each entry.</li>
          <li>Bank details of members. Enter them on Members before you pay anybody out.</li>
          <li>Sign-ins of members. Invite each member on Members.</li>
          <li>Roles. Invite treasurer, approver and auditor on Account Mapping, People.</li>
          <li>The second person, which is off. Ask for one under People again once you have an approver.</li>
          <li>The logo, the schedule of statements and open votes. Set them up again.</li>
        </ul>
      </Modal>
    )
  return (
    <FormModal
      title="Import a fund"
      icon={IconPackageImport}
      submit="Import"
      openCount={file === null ? 1 : 0}
      isSubmitting={imported.isPending}
      isDirty={file !== null}
      onSubmit={() => file && imported.mutateAsync(file).catch(failureIsShown)}
      onClose={onClose}
    >
      <p className={classes['needs']}>
        Choose the ZIP that was made in another installation under Books, Settings, Export everything. Its members,
        entries, closes, fees, statements and documents are imported only if its books give the same figures here, to
        the cent.
      </p>
      <UploadField
        label="Exported fund"
        placeholder="Choose a ZIP file"
        accept=".zip"
        file={file}
        onChoose={(chosen) => {
          setFile(chosen)
          imported.reset()
        }}
        failure={error}
      />
      {imported.isPending ? (
        <p role="status" className={classes['needs']}>
          {share < 1 ? `Sending, ${Math.floor(share * 100)}%.` : 'The books are stored and compared with the export.'}
        </p>
      ) : null}
    </FormModal>
  )
}

/** The field shows it. */
const failureIsShown = () => undefined
