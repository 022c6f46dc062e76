// The second half of a manager's screens, and those of everybody else.
import { checkScreens } from '../screens/check-screens.ts'
import {
  administratorShots,
  fileShots,
  managerShots,
  memberShots,
  publicShots,
  tradingShots,
} from '../screens/shots.ts'

checkScreens([
  ['a manager', managerShots.slice(managerShots.length / 2), 'manager'],
  ['a manager who trades', tradingShots, 'manager'],
  ['a manager with an account from files', fileShots, 'manager'],
  ['an administrator', administratorShots, 'administrator'],
  ['a member', memberShots, 'member'],
  ['a visitor', publicShots],
])
