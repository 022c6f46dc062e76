// Every table of schema public as Kysely sees it, combined from one file per area.
import type { AccountTables } from './tables/account-tables.ts'
import type { AlertTables } from './tables/alert-tables.ts'
import type { ChartTables } from './tables/chart-tables.ts'
import type { FileAccountTables } from './tables/file-account-tables.ts'
import type { FundTables } from './tables/fund-tables.ts'
import type { FundVoteTables } from './tables/fund-vote-tables.ts'
import type { JournalTables } from './tables/journal-tables.ts'
import type { KernelTables } from './tables/kernel-tables.ts'
import type { MarketTables } from './tables/market-tables.ts'
import type { MessageTables } from './tables/message-tables.ts'
import type { OrderTables } from './tables/order-tables.ts'
import type { PositionActionTables } from './tables/position-action-tables.ts'
import type { PushTables } from './tables/push-tables.ts'
import type { QuoteTables } from './tables/quote-tables.ts'
import type { OwnReportTables } from './tables/own-report-tables.ts'
import type { ReportTables } from './tables/report-tables.ts'
import type { ResearchTables } from './tables/research-tables.ts'
import type { SecurityTables } from './tables/security-tables.ts'
import type { TargetTables } from './tables/target-tables.ts'
import type { TaskTables } from './tables/task-tables.ts'
import type { WebhookTables } from './tables/webhook-tables.ts'

export interface Tables
  extends
    KernelTables,
    SecurityTables,
    AccountTables,
    FileAccountTables,
    AlertTables,
    MarketTables,
    FundTables,
    FundVoteTables,
    JournalTables,
    ChartTables,
    OrderTables,
    PositionActionTables,
    TargetTables,
    TaskTables,
    WebhookTables,
    MessageTables,
    PushTables,
    QuoteTables,
    ResearchTables,
    OwnReportTables,
    ReportTables {}
