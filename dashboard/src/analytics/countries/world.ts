import { geoNaturalEarth1, geoPath } from 'd3-geo';
import isoCodes from 'i18n-iso-countries/codes.json';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json';

export const WIDTH = 960;
export const HEIGHT = 440;

/** Shape of a country. */
export interface Country {
  /** ISO 3166-1 code with two letters. Undefined for disputed areas. */
  code: string | undefined;
  path: string;
}

const ANTARCTICA = 'AQ';
/** Kosovo has no number in ISO 3166-1. */
const BY_NAME: Record<string, string> = { Kosovo: 'XK' };

/** Shapes of all countries on a map of the world, without Antarctica. */
export const COUNTRIES: Country[] = createCountries();

function createCountries(): Country[] {
  const codes = new Map(isoCodes.map(([code, , number]) => [number, code]));
  const world = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const { features } = feature(world, world.objects.countries);
  const shown = features
    .map((country) => ({
      country,
      code: codes.get(String(country.id)) ?? BY_NAME[country.properties.name],
    }))
    .filter(({ code }) => code !== ANTARCTICA);
  const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], {
    type: 'FeatureCollection',
    features: shown.map(({ country }) => country),
  });
  const draw = geoPath(projection).digits(1);
  return shown.map(({ country, code }) => ({ code, path: draw(country) ?? '' }));
}
