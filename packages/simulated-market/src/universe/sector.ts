// The eleven sectors with their industries, and how the companies of each move. The figures are annual and of the order
// of magnitude of the large American companies of 2016 to 2021.

/** An industry and the words that may end the name of one of its companies. */
export interface Industry {
  readonly name: string
  readonly words: readonly string[]
}

/**
 * Behaviour of a sector. `weight` is its relative number of companies, `beta` the usual loading on the market,
 * `sectorVolatility` the movement its companies share in addition to the market, `ownVolatility` that of each company
 * alone, `dividendYield` the usual yearly yield, `nasdaqShare` the fraction of its companies listed on Nasdaq.
 */
export interface Sector {
  readonly name: string
  readonly weight: number
  readonly beta: number
  readonly sectorVolatility: number
  readonly ownVolatility: number
  readonly dividendYield: number
  readonly nasdaqShare: number
  readonly industries: readonly Industry[]
}

const industry = (name: string, ...words: string[]): Industry => ({ name, words })

export const SECTORS: readonly Sector[] = [
  {
    name: 'Information Technology',
    weight: 75,
    beta: 1.15,
    sectorVolatility: 0.105,
    ownVolatility: 0.25,
    dividendYield: 0.009,
    nasdaqShare: 0.7,
    industries: [
      industry('Application Software', 'Software', 'Systems', 'Logic'),
      industry('Semiconductors', 'Semiconductor', 'Silicon', 'Devices'),
      industry('Systems Software', 'Cloud', 'Data', 'Networks'),
      industry('IT Consulting', 'Technologies', 'Digital', 'Solutions'),
      industry('Electronic Components', 'Electronics', 'Photonics', 'Sensors'),
      industry('Communications Equipment', 'Signal', 'Optics', 'Wireless'),
    ],
  },
  {
    name: 'Industrials',
    weight: 74,
    beta: 1.05,
    sectorVolatility: 0.075,
    ownVolatility: 0.22,
    dividendYield: 0.017,
    nasdaqShare: 0.2,
    industries: [
      industry('Industrial Machinery', 'Machine Works', 'Industries', 'Tooling'),
      industry('Aerospace & Defense', 'Aerospace', 'Avionics', 'Defense'),
      industry('Building Products', 'Building Products', 'Climate', 'Fixtures'),
      industry('Railroads', 'Rail', 'Lines', 'Freight'),
      industry('Air Freight & Logistics', 'Logistics', 'Express', 'Cargo'),
      industry('Human Resources', 'Staffing', 'Services', 'Workforce'),
    ],
  },
  {
    name: 'Financials',
    weight: 65,
    beta: 1.1,
    sectorVolatility: 0.12,
    ownVolatility: 0.19,
    dividendYield: 0.026,
    nasdaqShare: 0.2,
    industries: [
      industry('Regional Banks', 'Bancorp', 'Bank Holdings', 'Trust'),
      industry('Property & Casualty Insurance', 'Insurance', 'Casualty', 'Assurance'),
      industry('Asset Management', 'Asset Management', 'Capital', 'Investors'),
      industry('Consumer Finance', 'Credit', 'Finance', 'Lending'),
      industry('Financial Exchanges & Data', 'Exchange', 'Ratings', 'Markets'),
      industry('Life & Health Insurance', 'Life', 'Mutual Holdings', 'Benefits'),
    ],
  },
  {
    name: 'Consumer Discretionary',
    weight: 63,
    beta: 1.12,
    sectorVolatility: 0.085,
    ownVolatility: 0.29,
    dividendYield: 0.012,
    nasdaqShare: 0.35,
    industries: [
      industry('Apparel Retail', 'Apparel', 'Outfitters', 'Clothiers'),
      industry('Restaurants', 'Restaurants', 'Kitchens', 'Coffee'),
      industry('Hotels & Resorts', 'Hotels', 'Resorts', 'Cruises'),
      industry('Homebuilding', 'Homes', 'Residential', 'Communities'),
      industry('Automotive Parts', 'Motor', 'Automotive', 'Mobility'),
      industry('Internet Retail', 'Marketplace', 'Direct', 'Online'),
    ],
  },
  {
    name: 'Health Care',
    weight: 62,
    beta: 0.88,
    sectorVolatility: 0.08,
    ownVolatility: 0.25,
    dividendYield: 0.011,
    nasdaqShare: 0.4,
    industries: [
      industry('Biotechnology', 'Biotherapeutics', 'Genomics', 'Bio'),
      industry('Pharmaceuticals', 'Pharma', 'Laboratories', 'Therapeutics'),
      industry('Health Care Equipment', 'Medical', 'Surgical', 'Imaging'),
      industry('Life Sciences Tools', 'Life Sciences', 'Diagnostics', 'Analytics'),
      industry('Health Care Facilities', 'Health', 'Hospitals', 'Care'),
      industry('Managed Health Care', 'Health Plans', 'Wellness', 'Healthcare'),
    ],
  },
  {
    name: 'Consumer Staples',
    weight: 32,
    beta: 0.62,
    sectorVolatility: 0.095,
    ownVolatility: 0.18,
    dividendYield: 0.027,
    nasdaqShare: 0.15,
    industries: [
      industry('Packaged Foods', 'Foods', 'Farms', 'Mills'),
      industry('Soft Drinks', 'Beverage', 'Springs', 'Bottling'),
      industry('Household Products', 'Household', 'Brands', 'Home Care'),
      industry('Food Distribution', 'Provisions', 'Grocers', 'Markets Group'),
    ],
  },
  {
    name: 'Real Estate',
    weight: 29,
    beta: 0.85,
    sectorVolatility: 0.13,
    ownVolatility: 0.18,
    dividendYield: 0.034,
    nasdaqShare: 0.1,
    industries: [
      industry('Residential REITs', 'Residences', 'Apartments', 'Living'),
      industry('Office REITs', 'Properties', 'Towers', 'Office'),
      industry('Industrial REITs', 'Warehouse', 'Logistics Realty', 'Realty'),
      industry('Data Center REITs', 'Data Centers', 'Infrastructure', 'Realty Trust'),
    ],
  },
  {
    name: 'Materials',
    weight: 28,
    beta: 1.02,
    sectorVolatility: 0.085,
    ownVolatility: 0.23,
    dividendYield: 0.019,
    nasdaqShare: 0.08,
    industries: [
      industry('Specialty Chemicals', 'Chemical', 'Coatings', 'Polymers'),
      industry('Metals & Mining', 'Mining', 'Metals', 'Copper'),
      industry('Paper & Packaging', 'Packaging', 'Paper', 'Containers'),
      industry('Construction Materials', 'Aggregates', 'Cement', 'Materials'),
    ],
  },
  {
    name: 'Utilities',
    weight: 28,
    beta: 0.6,
    sectorVolatility: 0.15,
    ownVolatility: 0.13,
    dividendYield: 0.033,
    nasdaqShare: 0.15,
    industries: [
      industry('Electric Utilities', 'Electric', 'Power', 'Power & Light'),
      industry('Gas Utilities', 'Gas', 'Gas & Pipeline', 'Fuel'),
      industry('Water Utilities', 'Water', 'Waterworks', 'Aqueduct'),
      industry('Renewable Electricity', 'Renewables', 'Wind', 'Solar Power'),
    ],
  },
  {
    name: 'Communication Services',
    weight: 26,
    beta: 0.98,
    sectorVolatility: 0.085,
    ownVolatility: 0.27,
    dividendYield: 0.012,
    nasdaqShare: 0.55,
    industries: [
      industry('Interactive Media', 'Media', 'Social', 'Interactive'),
      industry('Broadcasting', 'Broadcasting', 'Radio', 'Studios'),
      industry('Telecommunication Services', 'Telecom', 'Communications', 'Mobile'),
      industry('Interactive Home Entertainment', 'Games', 'Entertainment', 'Play'),
    ],
  },
  {
    name: 'Energy',
    weight: 23,
    beta: 1.3,
    sectorVolatility: 0.23,
    ownVolatility: 0.25,
    dividendYield: 0.035,
    nasdaqShare: 0.1,
    industries: [
      industry('Oil & Gas Exploration', 'Petroleum', 'Exploration', 'Oil & Gas'),
      industry('Oil & Gas Equipment', 'Drilling', 'Oilfield Services', 'Offshore'),
      industry('Oil & Gas Refining', 'Refining', 'Fuels', 'Energy'),
      industry('Oil & Gas Storage', 'Pipelines', 'Midstream', 'Terminals'),
    ],
  },
]
