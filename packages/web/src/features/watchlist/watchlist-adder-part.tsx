// 'Add to watchlist' from anywhere: the user's lists with their state, and a field to create a new one.
import { keptName } from '@clubfolio/contract'
import { isSameCode } from '@clubfolio/domain'
import { Button, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { z } from 'zod'
import { useStore } from '../../kernel/store.ts'
import { closeWatchlistAdder, watchlistAdder } from '../../kernel/watchlist-adder.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Modal } from '../../ui/modal.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useAddInstrument, useCreateWatchlist, useRemoveInstrument, useWatchlists } from './api.ts'
import classes from './watchlist.module.css'

const schema = z.object({ name: keptName })

export function WatchlistAdderPart() {
  const code = useStore(watchlistAdder)
  return code === undefined ? null : <WatchlistAdder key={code} code={code} />
}

function WatchlistAdder({ code }: { readonly code: string }) {
  const lists = useWatchlists()
  const add = useAddInstrument()
  const remove = useRemoveInstrument()
  const create = useCreateWatchlist()
  const form = useCheckedForm({ initialValues: { name: '' }, schema })
  const createAndAdd = form.submit(async ({ name }) => {
    const { id } = await create.mutateAsync(name.trim())
    form.reset()
    add.mutate({ id, code })
  })
  return (
    <Modal isOpen onClose={closeWatchlistAdder} title="Add to watchlist" subject={code} icon={IconEye}>
      <FailedQuery query={lists} title="The watchlists could not be loaded" />
      <ul className={classes['lists']} aria-label="Watchlists">
        {lists.data?.map(({ id, name: listName, items }) => {
          const isOn = items.some((item) => isSameCode(item.code, code))
          return (
            <li key={id}>
              <span>
                {listName} <span className={classes['dimmed']}>{items.length}</span>
              </span>
              {isOn ? (
                <Button
                  variant="subtle"
                  aria-label={`Remove from ${listName}`}
                  onClick={() => remove.mutate({ id, code })}
                >
                  Remove
                </Button>
              ) : (
                <Button variant="default" aria-label={`Add to ${listName}`} onClick={() => add.mutate({ id, code })}>
                  Add
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <form className={classes['new']} noValidate onSubmit={createAndAdd}>
        <TextInput label="New watchlist" {...form.textField('name')} />
        <DisabledReason reason={form.openCount === 0 ? undefined : 'Enter a name'}>
          <Button type="submit" loading={create.isPending}>
            Create and add
          </Button>
        </DisabledReason>
      </form>
    </Modal>
  )
}
