// Every screen on a phone.
import { checkScreens } from '../screens/check-screens.ts'

checkScreens('phone')
