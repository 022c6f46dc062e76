// Every screen on a desktop.
import { checkScreens } from '../screens/check-screens.ts'

checkScreens('desktop')
