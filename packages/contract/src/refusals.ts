// The complete catalogue: the core's refusals and each feature's own, under names that are unique by type.
import { accountRefusals } from './account.ts'
import { apiTokenRefusals } from './api-token.ts'
import { webhookRefusals } from './webhook.ts'
import { alertRuleRefusals } from './alert-rule.ts'
import { calculatorRefusals } from './calculator.ts'
import { fileAccountRefusals } from './file-account.ts'
import { fundBookRefusals } from './fund/fund-books.ts'
import { fundClubRefusals } from './fund/fund-club.ts'
import { fundDocumentRefusals } from './fund/fund-document.ts'
import { fundAnnouncementRefusals } from './fund/fund-announcement.ts'
import { fundRequestRefusals } from './fund/fund-request.ts'
import { fundVoteRefusals } from './fund/fund-vote.ts'
import { fundOfficeRefusals } from './fund/fund-office.ts'
import { approvalRefusals } from './fund/fund-approval.ts'
import { fundRoleRefusals } from './fund/fund-role.ts'
import { feeRefusals } from './fund/fund-fees.ts'
import { archiveRefusals } from './fund/fund-archive.ts'
import { statementRefusals } from './fund/fund-statement.ts'
import { yearRefusals } from './fund/fund-year.ts'
import { groupRefusals } from './group.ts'
import { marketRefusals } from './market.ts'
import { memberRefusals } from './fund/member.ts'
import { memberInvitationRefusals } from './fund/member-invitation.ts'
import { notificationChoiceRefusals } from './notification-choice.ts'
import { webPushRefusals } from './web-push.ts'
import { limitRefusals } from './order-limit.ts'
import { orderRefusals } from './order.ts'
import { positionActionRefusals } from './position-action.ts'
import { refusals as coreRefusals, type FieldFault, type RefusalDefinition } from './refusal.ts'
import { ownReportRefusals } from './own-report.ts'
import { reportDeliveryRefusals } from './report-delivery.ts'
import { reportRefusals } from './report.ts'
import { savedFilterRefusals } from './report-filter.ts'
import { riskRefusals } from './risk.ts'
import { screenerRefusals } from './screener.ts'
import { labelRefusals } from './instrument-label.ts'
import { oidcRefusals } from './oidc-sign-in.ts'
import { signInMethodRefusals } from './sign-in-method.ts'
import { stockRefusals } from './stock.ts'
import { targetRefusals } from './target.ts'
import { taskRefusals } from './task.ts'
import { userAdminRefusals } from './user-admin.ts'
import { userRefusals } from './user.ts'
import { watchlistRefusals } from './watchlist.ts'

export const refusalCatalogue = {
  ...coreRefusals,
  ...apiTokenRefusals,
  ...webhookRefusals,
  ...marketRefusals,
  ...stockRefusals,
  ...labelRefusals,
  ...calculatorRefusals,
  ...watchlistRefusals,
  ...alertRuleRefusals,
  ...notificationChoiceRefusals,
  ...webPushRefusals,
  ...screenerRefusals,
  ...accountRefusals,
  ...fileAccountRefusals,
  ...memberRefusals,
  ...memberInvitationRefusals,
  ...fundBookRefusals,
  ...fundOfficeRefusals,
  ...fundRequestRefusals,
  ...fundClubRefusals,
  ...fundDocumentRefusals,
  ...fundAnnouncementRefusals,
  ...fundVoteRefusals,
  ...feeRefusals,
  ...statementRefusals,
  ...yearRefusals,
  ...archiveRefusals,
  ...fundRoleRefusals,
  ...approvalRefusals,
  ...groupRefusals,
  ...userAdminRefusals,
  ...userRefusals,
  ...orderRefusals,
  ...riskRefusals,
  ...targetRefusals,
  ...positionActionRefusals,
  ...limitRefusals,
  ...reportRefusals,
  ...savedFilterRefusals,
  ...ownReportRefusals,
  ...reportDeliveryRefusals,
  ...taskRefusals,
  ...signInMethodRefusals,
  ...oidcRefusals,
} as const satisfies Record<string, RefusalDefinition>

export type RefusalName = keyof typeof refusalCatalogue

/**
 * Returns the text of a refusal with its figures filled in:
 * `refusalText('signInPaused', { seconds: 30 })` is "Too many failed attempts. Wait 30 seconds and try again."
 */
export function refusalText(name: RefusalName, figures: Readonly<Record<string, string | number>> = {}): string {
  return refusalCatalogue[name].text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(figures[key] ?? whole))
}

/** An expected failure. Use cases throw it; the surrounding transaction rolls back. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly status: number
  readonly fields: readonly FieldFault[]
  constructor(
    name: RefusalName,
    figures: Readonly<Record<string, string | number>> = {},
    fields: readonly FieldFault[] = [],
  ) {
    super(refusalText(name, figures))
    const { status, field }: RefusalDefinition = refusalCatalogue[name]
    this.name = 'Refusal'
    this.refusal = name
    this.status = status
    this.fields = fields.length === 0 && field !== undefined ? [{ field, message: this.message }] : fields
  }
}
