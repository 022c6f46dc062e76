// The first half of a manager's screens; `every-other-screen.long.spec.ts` has the rest, so that two workers share them.
import { checkScreens } from '../screens/check-screens.ts'
import { managerShots } from '../screens/shots.ts'

checkScreens([['a manager', managerShots.slice(0, managerShots.length / 2), 'manager']])
