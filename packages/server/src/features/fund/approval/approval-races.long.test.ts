// The same decisions that meet as in approval-races.test.ts, 200 rounds of each.
import { playApprovalRaces } from '../../../testing/approval-races.ts'

playApprovalRaces(200)
