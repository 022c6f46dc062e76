// Slots of the shell that features fill. A slot without a component stays empty; it has no placeholder.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Part = LazyExoticComponent<ComponentType>

export interface ShellSlots {
  /** The company search, for holders of GS; 300 px wide, with room for the palette button at its right end. */
  readonly companySearch?: Part
  /** The account in view with its selector; nothing for users without accounts. */
  readonly accountMenu?: Part
  /** Below the top bar while the account in view is gone or its access has lapsed. */
  readonly accountNotice?: Part
  /** Below the top bar while the daily loss of the account in view is reached. */
  readonly stoppedBar?: Part
  readonly marketBadge?: Part
  readonly notificationMenu?: Part
  readonly alertMenu?: Part
  /** Below the top bar while an urgent alert is current. */
  readonly alertBar?: Part
  /** Loaded when the first instrument is added to a watchlist. */
  readonly watchlistAdder?: Part
  /** Loaded with the first requested alert. */
  readonly alertAdder?: Part
  /** Loaded when a screen first requests a graph. */
  readonly graphModal?: Part
  /** Loaded when a screen first opens a ticket. */
  readonly orderTicket?: Part
  /** Loaded when a change that was not carried out is reopened. */
  readonly orderChange?: Part
  /** Loaded with the first action on a position. */
  readonly positionAction?: Part
}

export const shellSlots: ShellSlots = {
  companySearch: lazy(() =>
    import('../../features/stock/company-search-part.tsx').then((module) => ({ default: module.CompanySearchPart })),
  ),
  accountMenu: lazy(() =>
    import('../../features/account/account-menu-part.tsx').then((module) => ({ default: module.AccountMenuPart })),
  ),
  accountNotice: lazy(() =>
    import('../../features/account/account-notice-part.tsx').then((module) => ({ default: module.AccountNoticePart })),
  ),
  stoppedBar: lazy(() =>
    import('../../features/order/stopped-bar-part.tsx').then((module) => ({ default: module.StoppedBarPart })),
  ),
  marketBadge: lazy(() =>
    import('../../features/market/market-badge-part.tsx').then((module) => ({ default: module.MarketBadgePart })),
  ),
  notificationMenu: lazy(() =>
    import('../../features/notification/notification-menu-part.tsx').then((module) => ({
      default: module.NotificationMenuPart,
    })),
  ),
  alertMenu: lazy(() =>
    import('../../features/alert/alert-menu-part.tsx').then((module) => ({ default: module.AlertMenuPart })),
  ),
  alertBar: lazy(() =>
    import('../../features/alert/alert-bar-part.tsx').then((module) => ({ default: module.AlertBarPart })),
  ),
  watchlistAdder: lazy(() =>
    import('../../features/watchlist/watchlist-adder-part.tsx').then((module) => ({
      default: module.WatchlistAdderPart,
    })),
  ),
  alertAdder: lazy(() =>
    import('../../features/alert/alert-adder-part.tsx').then((module) => ({ default: module.AlertAdderPart })),
  ),
  graphModal: lazy(() =>
    import('../../features/chart/graph-modal-part.tsx').then((module) => ({ default: module.GraphModalPart })),
  ),
  orderTicket: lazy(() =>
    import('../../features/order/order-ticket-part.tsx').then((module) => ({ default: module.OrderTicketPart })),
  ),
  orderChange: lazy(() =>
    import('../../features/order/order-change-part.tsx').then((module) => ({ default: module.OrderChangePart })),
  ),
  positionAction: lazy(() =>
    import('../../features/position-action/position-action-part.tsx').then((module) => ({
      default: module.PositionActionPart,
    })),
  ),
}
