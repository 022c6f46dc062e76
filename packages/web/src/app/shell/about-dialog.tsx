// About: version, where the prices come from, and the notices required by the charting libraries and the font.
import { IconInfoCircle } from '@tabler/icons-react'
import { sourceNames, useMarketState } from '../../kernel/market-state.ts'
import { Modal } from '../../ui/modal.tsx'
import classes from './facts.module.css'

export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: state } = useMarketState()
  return (
    <Modal isOpen onClose={onClose} title="About Clubfolio" icon={IconInfoCircle}>
      <dl className={classes['facts']}>
        <dt>Version</dt>
        <dd>{__APP_VERSION__}</dd>
        <dt>Market data</dt>
        <dd>{state ? sourceNames[state.source] : 'not known yet'}</dd>
        <dt>Market days</dt>
        <dd>America/New_York</dd>
      </dl>
      <p className={classes['notice']}>
        TradingView Lightweight Charts™. Copyright © 2025{' '}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          TradingView, Inc.
        </a>{' '}
        Apache License 2.0. KLineChart, Apache License 2.0.
      </p>
      <p className={classes['notice']}>
        IBM Plex Sans. Copyright © 2017 IBM Corp., SIL Open Font License 1.1. Icons by Tabler, MIT License.
      </p>
    </Modal>
  )
}
