// Development only: every shared widget in all its states, to view and to test in a real browser.
import { PageHead } from '../../ui/page-head.tsx'
import { ThemeSwitchForGallery } from './theme-switch-for-gallery.tsx'
import { ChartSection } from './chart-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { FigureSection } from './figure-section.tsx'
import { FormSection } from './form-section.tsx'
import classes from './gallery.module.css'
import { HistorySection } from './history-section.tsx'
import { ModalSection } from './modal-section.tsx'
import { SearchSection } from './search-section.tsx'
import { StateSection } from './state-section.tsx'
import { StatusSection } from './status-section.tsx'
import { AccountTableSection } from './account-table-section.tsx'
import { LongTableSection } from './long-table-section.tsx'
import { WaitingSection } from './waiting-section.tsx'

export function GalleryScreen() {
  return (
    <main className={classes['page']}>
      <PageHead title="States and parts" fact="Every shared widget in its states" actions={<ThemeSwitchForGallery />} />
      <div className={classes['grid']}>
        <StateSection />
        <FormSection />
        <ModalSection />
        <StatusSection />
        <ControlsSection />
        <SearchSection />
        <WaitingSection />
        <ChartSection />
        <FigureSection />
        <HistorySection />
        <AccountTableSection />
        <LongTableSection />
      </div>
    </main>
  )
}
