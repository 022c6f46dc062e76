// Roles of people in a fund. All calls of this page are ours. Source: docs/rules/fund.md, "Roles".
export const fundRoleNames = { TREASURER: 'Treasurer', APPROVER: 'Approver', AUDITOR: 'Auditor' } as const
export type FundRoleName = keyof typeof fundRoleNames
