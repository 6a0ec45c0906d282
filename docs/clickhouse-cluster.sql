-- Tables that Earshot creates on CLICKHOUSE_URL with EARSHOT_CLICKHOUSE_CLUSTER=acme. {shard}, {replica}, {database} and {table} are
-- macros of the ClickHouse servers.

CREATE TABLE IF NOT EXISTS events_local ON CLUSTER 'acme' (
  project_id UUID,
  time DateTime64(3, 'UTC') CODEC(T64, LZ4),
  seq UInt64 CODEC(T64, LZ4),
  id UUID,
  person UInt64,
  visit UInt64,
  name LowCardinality(String),
  interactive Bool,
  path LowCardinality(String),
  query String CODEC(ZSTD),
  title String CODEC(ZSTD),
  properties Map(LowCardinality(String), String) CODEC(ZSTD),
  property_hashes Array(UInt64) DEFAULT arrayMap((property, value) -> cityHash64(property, value), mapKeys(properties), mapValues(properties)) CODEC(LZ4),
  revenue_amount Decimal(18, 4) DEFAULT toDecimal64OrZero(properties['revenue.amount'], 4) CODEC(ZSTD),
  revenue_currency LowCardinality(String) DEFAULT if(match(properties['revenue.currency'], '^[A-Z]{3}$') AND isNotNull(toDecimal64OrNull(properties['revenue.amount'], 4)), properties['revenue.currency'], ''),
  user_id String CODEC(ZSTD),
  bot LowCardinality(String),
  is_bot UInt8 DEFAULT bot != '',
  hostname LowCardinality(String),
  referrer String CODEC(ZSTD),
  source LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  language LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  screen_width UInt16
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toYYYYMM(time) ORDER BY (project_id, toDate(time), person, time, seq)
SETTINGS replicated_deduplication_window = 1000, vertical_merge_algorithm_min_rows_to_activate = 1;

CREATE TABLE IF NOT EXISTS events ON CLUSTER 'acme' AS events_local
ENGINE = Distributed('acme', currentDatabase(), events_local, cityHash64(project_id, person));

CREATE TABLE IF NOT EXISTS visits_local ON CLUSTER 'acme' (
  project_id UUID,
  person UInt64,
  id UInt64,
  sign Int8,
  version UInt64,
  start DateTime64(3, 'UTC') CODEC(T64, LZ4),
  end DateTime64(3, 'UTC') CODEC(T64, LZ4),
  events UInt32,
  page_views UInt32,
  interactions UInt32,
  entry_page LowCardinality(String),
  entry_time DateTime64(3, 'UTC') CODEC(T64, LZ4),
  exit_page LowCardinality(String),
  exit_time DateTime64(3, 'UTC') CODEC(T64, LZ4),
  user_id String CODEC(ZSTD),
  bot LowCardinality(String),
  is_bot UInt8 DEFAULT bot != '',
  hostname LowCardinality(String),
  referrer String CODEC(ZSTD),
  source LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  language LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  screen_width UInt16
)
ENGINE = ReplicatedVersionedCollapsingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', sign, version)
PARTITION BY toYYYYMM(start) ORDER BY (project_id, toDate(start), person, id)
SETTINGS replicated_deduplication_window = 1000, index_granularity = 1024, vertical_merge_algorithm_min_rows_to_activate = 1;

CREATE TABLE IF NOT EXISTS visits ON CLUSTER 'acme' AS visits_local
ENGINE = Distributed('acme', currentDatabase(), visits_local, cityHash64(project_id, person));

CREATE TABLE IF NOT EXISTS rollups_local ON CLUSTER 'acme' (
  project_id UUID,
  dimension LowCardinality(String),
  day DateTime64(3, 'UTC') CODEC(T64, LZ4),
  build UInt64,
  value String,
  people UInt64,
  people_set Array(UInt64),
  visits UInt64,
  visits_set Array(UInt64),
  page_views UInt64,
  events UInt64,
  bounces UInt64,
  duration_ms Int64,
  exits UInt64
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY (toYYYYMM(day), dimension = 'total') ORDER BY (project_id, dimension, day, value)
SETTINGS replicated_deduplication_window = 1000, index_granularity = 256;

CREATE TABLE IF NOT EXISTS rollups ON CLUSTER 'acme' AS rollups_local
ENGINE = Distributed('acme', currentDatabase(), rollups_local, cityHash64(project_id, dimension, value));

CREATE TABLE IF NOT EXISTS visit_facts_local ON CLUSTER 'acme' (
  project_id UUID,
  day DateTime64(3, 'UTC') CODEC(T64, LZ4),
  build LowCardinality(String),
  person UInt64,
  has_user_id Bool,
  is_whole Bool,
  id UInt64,
  began Bool,
  bounces UInt8,
  duration_ms Int64 CODEC(T64, LZ4),
  page_views UInt32 CODEC(T64, LZ4),
  events UInt32 CODEC(T64, LZ4),
  page_views_of_day UInt32 CODEC(T64, LZ4),
  events_of_day UInt32 CODEC(T64, LZ4),
  `pages.value` Array(LowCardinality(String)) CODEC(ZSTD),
  `pages.page_views` Array(UInt32) CODEC(T64, LZ4),
  `pages.events` Array(UInt32) CODEC(T64, LZ4),
  `pages.exits` Array(UInt8) CODEC(T64, LZ4),
  `names.value` Array(LowCardinality(String)) CODEC(ZSTD),
  `names.page_views` Array(UInt32) CODEC(T64, LZ4),
  `names.events` Array(UInt32) CODEC(T64, LZ4),
  `hostnames.value` Array(LowCardinality(String)) CODEC(ZSTD),
  `hostnames.page_views` Array(UInt32) CODEC(T64, LZ4),
  `hostnames.events` Array(UInt32) CODEC(T64, LZ4),
  `properties.value` Array(UInt64) CODEC(ZSTD),
  `properties.page_views` Array(UInt32) CODEC(T64, LZ4),
  `properties.events` Array(UInt32) CODEC(T64, LZ4),
  entry_page LowCardinality(String),
  exit_page LowCardinality(String),
  bot LowCardinality(String),
  is_bot UInt8 DEFAULT bot != '',
  hostname LowCardinality(String),
  referrer String CODEC(ZSTD),
  source LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  language LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  screen_width UInt16
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/settled_visits_local', '{replica}')
PARTITION BY toYYYYMM(day) ORDER BY (project_id, day, is_whole, channel, source, country, device, person)
SETTINGS replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS visit_facts ON CLUSTER 'acme' AS visit_facts_local
ENGINE = Distributed('acme', currentDatabase(), visit_facts_local, cityHash64(project_id, person));

CREATE TABLE IF NOT EXISTS searches_local ON CLUSTER 'acme' (
  project_id UUID,
  index_id UUID,
  time DateTime64(3, 'UTC') CODEC(T64, LZ4),
  kind LowCardinality(String),
  query_id UUID,
  query String CODEC(ZSTD),
  words String CODEC(ZSTD),
  results UInt32,
  document_id UUID,
  is_helpful Bool,
  searcher String CODEC(ZSTD)
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toYYYYMM(time) ORDER BY (project_id, index_id, time)
SETTINGS replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS searches ON CLUSTER 'acme' AS searches_local
ENGINE = Distributed('acme', currentDatabase(), searches_local, cityHash64(project_id, index_id));

CREATE TABLE IF NOT EXISTS imported_days_local ON CLUSTER 'acme' (
  project_id UUID,
  dimension LowCardinality(String),
  day DateTime64(3, 'UTC') CODEC(T64, LZ4),
  value String,
  id UUID,
  import_id UUID,
  people UInt64,
  visits UInt64,
  page_views UInt64,
  events UInt64,
  bounces UInt64,
  duration_ms Int64,
  exits UInt64
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toYYYYMM(day) ORDER BY (project_id, dimension, day, value)
SETTINGS replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS imported_days ON CLUSTER 'acme' AS imported_days_local
ENGINE = Distributed('acme', currentDatabase(), imported_days_local, cityHash64(project_id, dimension, value));

CREATE TABLE IF NOT EXISTS search_terms_local ON CLUSTER 'acme' (
  project_id UUID,
  day DateTime64(3, 'UTC') CODEC(T64, LZ4),
  build UInt64,
  query String CODEC(ZSTD),
  page String CODEC(ZSTD),
  id UUID DEFAULT generateUUIDv4(),
  clicks UInt64,
  impressions UInt64,
  position Float64
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toYYYYMM(day) ORDER BY (project_id, day, query, page)
SETTINGS replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS search_terms ON CLUSTER 'acme' AS search_terms_local
ENGINE = Distributed('acme', currentDatabase(), search_terms_local, cityHash64(project_id));

ALTER TABLE events_local ON CLUSTER 'acme' MODIFY SETTING vertical_merge_algorithm_min_rows_to_activate = 1;

ALTER TABLE visits_local ON CLUSTER 'acme' MODIFY SETTING vertical_merge_algorithm_min_rows_to_activate = 1;

ALTER TABLE events_local ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS property_hashes Array(UInt64) DEFAULT arrayMap((property, value) -> cityHash64(property, value), mapKeys(properties), mapValues(properties)) CODEC(LZ4) AFTER properties, ADD COLUMN IF NOT EXISTS revenue_amount Decimal(18, 4) DEFAULT toDecimal64OrZero(properties['revenue.amount'], 4) CODEC(ZSTD) AFTER property_hashes, ADD COLUMN IF NOT EXISTS revenue_currency LowCardinality(String) DEFAULT if(match(properties['revenue.currency'], '^[A-Z]{3}$') AND isNotNull(toDecimal64OrNull(properties['revenue.amount'], 4)), properties['revenue.currency'], '') AFTER revenue_amount, MODIFY COLUMN time DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN seq UInt64 CODEC(T64, LZ4);

ALTER TABLE events ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS property_hashes Array(UInt64) DEFAULT arrayMap((property, value) -> cityHash64(property, value), mapKeys(properties), mapValues(properties)) CODEC(LZ4) AFTER properties, ADD COLUMN IF NOT EXISTS revenue_amount Decimal(18, 4) DEFAULT toDecimal64OrZero(properties['revenue.amount'], 4) CODEC(ZSTD) AFTER property_hashes, ADD COLUMN IF NOT EXISTS revenue_currency LowCardinality(String) DEFAULT if(match(properties['revenue.currency'], '^[A-Z]{3}$') AND isNotNull(toDecimal64OrNull(properties['revenue.amount'], 4)), properties['revenue.currency'], '') AFTER revenue_amount, MODIFY COLUMN time DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN seq UInt64 CODEC(T64, LZ4);

ALTER TABLE visits_local ON CLUSTER 'acme' MODIFY COLUMN start DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN end DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN entry_time DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN exit_time DateTime64(3, 'UTC') CODEC(T64, LZ4);

ALTER TABLE visits ON CLUSTER 'acme' MODIFY COLUMN start DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN end DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN entry_time DateTime64(3, 'UTC') CODEC(T64, LZ4), MODIFY COLUMN exit_time DateTime64(3, 'UTC') CODEC(T64, LZ4);

ALTER TABLE visit_facts_local ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS has_user_id Bool AFTER person;

ALTER TABLE visit_facts ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS has_user_id Bool AFTER person;

ALTER TABLE rollups_local ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS people_set Array(UInt64) AFTER people, DROP COLUMN IF EXISTS people_state, ADD COLUMN IF NOT EXISTS visits_set Array(UInt64) AFTER visits, DROP COLUMN IF EXISTS visits_state;

ALTER TABLE rollups ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS people_set Array(UInt64) AFTER people, DROP COLUMN IF EXISTS people_state, ADD COLUMN IF NOT EXISTS visits_set Array(UInt64) AFTER visits, DROP COLUMN IF EXISTS visits_state;

ALTER TABLE searches_local ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS searcher String CODEC(ZSTD) AFTER is_helpful;

ALTER TABLE searches ON CLUSTER 'acme' ADD COLUMN IF NOT EXISTS searcher String CODEC(ZSTD) AFTER is_helpful;
