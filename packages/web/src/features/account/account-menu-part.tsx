// The name of the account in view in the top bar; with more than one account it opens the picker.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconBuildingBank, IconChevronDown } from '@tabler/icons-react'
import { useChosenAccount, useKeepChosenAccount } from '../../kernel/chosen-account.ts'
import { accountLabel } from './account-label.ts'
import { AccountLabel } from './paper-mark.tsx'
import classes from './account-menu.module.css'

export function AccountMenuPart() {
  const chosen = useChosenAccount()
  useKeepChosenAccount(chosen)
  const { account, choices, choose } = chosen
  if (!choices || choices.length === 0) return null
  const name = account ? accountLabel(account) : 'Select account'
  const shown = account ? <AccountLabel account={account} /> : name
  const mark = <IconBuildingBank size={16} stroke={1.6} aria-hidden className={classes['mark']} />
  if (account && choices.length === 1) {
    return (
      <span className={classes['target']} title="The account in view">
        {mark}
        <span className={classes['name']}>{shown}</span>
      </span>
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes['target']}
          data-missing={account ? undefined : true}
          aria-label={`In view: ${name}`}
          title="The account in view; screens and the order ticket use it"
        >
          {mark}
          <span className={classes['name']}>{shown}</span>
          <IconChevronDown size={14} stroke={1.6} aria-hidden className={classes['mark']} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account in view">
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice.id}
            value={choice.id}
            checked={choice.id === account?.id}
            closeMenuOnClick
            onChange={choose}
          >
            <AccountLabel account={choice} />
            {choice.isDefault ? ' · default' : ''}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
