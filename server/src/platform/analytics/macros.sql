-- Rounding and division for everything that leaves: exact integers first, one division, half up, null when nothing is divided.
-- Sums come in tenths of a mark (sum10), sums of squares in hundredths (sumsq100); results are marks or percent.

-- num / den with two decimals, half away from zero.
create or replace macro ratio2(num, den) as
  case when den > 0 then
    (sign(num) * ((200 * abs(num::hugeint) + den::hugeint) // (2 * den::hugeint)))::decimal(20, 0) * 0.01
  end;

-- Mean in marks from a sum of tenths.
create or replace macro score_mean(sum10, n) as ratio2(sum10, 10 * n::hugeint);

-- Share in percent.
create or replace macro percent(part, whole) as ratio2(100 * part::hugeint, whole);

-- Rounds what was computed as a double: the decimal in between makes 1.005 a half again.
create or replace macro half_up(x, digits) as round(x::decimal(38, 9), digits);

-- Marks from tenths.
create or replace macro marks(score10) as score10::decimal(20, 0) * 0.1;

-- F2: standard deviation in marks, of a whole population or of a sample.
create or replace macro score_sd(sum10, sumsq100, n, sd_type) as
  case when n > (case when sd_type = 'sample' then 1 else 0 end) then
    half_up(sqrt(
      (sumsq100::hugeint * n - sum10::hugeint * sum10)::double / n
      / (case when sd_type = 'sample' then n - 1 else n end)
    ) / 10, 2)
  end;

-- Exact order of fractions: equal fractions give equal keys, unequal ones differ, for n1 * n2 below 10^15.
create or replace macro ratio_key(num, den) as
  case when den > 0 then (num::hugeint * 1000000000000000) // den::hugeint end;

-- F19: a share of the full mark, rounded up to half a mark, in tenths; the share counts to a hundredth of a percent.
create or replace macro half_mark_share(full10, share) as
  ((full10 * round(share * 10000)::bigint + 49999) // 50000 * 5)::int;

-- A key of ratio_key as a fraction of the best one, again of 10^15; without a best one the part is 0, without a key it is missing.
create or replace macro part_of_best(key, best) as
  case when key is not null then if(best > 0, (key * 1000000000000000) // best, 0::hugeint) end;

-- A weight like 0.4 as whole hundredths of a percent.
create or replace macro weight_units(weight) as round(weight * 10000)::hugeint;

-- The value at place + fraction between the values at two neighbouring places.
create or replace macro between_places(lower, upper, place) as lower + (upper - lower) * (place - floor(place));

-- Acklam's rational approximation of the normal quantile for 0 < p < 1 (error below 1.2e-9), and its two halves.
create or replace macro normal_tail(q) as
  (((((-0.007784894002430293::double * q - 0.3223964580411365::double) * q - 2.400758277161838::double) * q
    - 2.549732539343734::double) * q + 4.374664141464968::double) * q + 2.938163982698783::double)
  / ((((0.007784695709041462::double * q + 0.3224671290700398::double) * q + 2.445134137142996::double) * q
    + 3.754408661907416::double) * q + 1);
create or replace macro normal_middle(q, r) as
  (((((-39.69683028665376::double * r + 220.9460984245205::double) * r - 275.9285104469687::double) * r
    + 138.357751867269::double) * r - 30.66479806614716::double) * r + 2.506628277459239::double) * q
  / (((((-54.47609879822406::double * r + 161.5858368580409::double) * r - 155.6989798598866::double) * r
    + 66.80131188771972::double) * r - 13.28068155288572::double) * r + 1);
create or replace macro normal_quantile(p) as case
  when p < 0.02425::double then normal_tail(sqrt(-2 * ln(p)))
  when p > 0.97575::double then -normal_tail(sqrt(-2 * ln(1 - p)))
  else normal_middle(p - 0.5::double, (p - 0.5::double) * (p - 0.5::double))
end;

-- F18: the standard score of a percentile rank (mean 180, deviation 30) in tenths, within its ends, half up to a unit of tenths.
create or replace macro normal_mark(p, lowest, highest, unit) as case
  when p <= 0 then lowest
  when p >= 1 then highest
  else least(greatest(floor((180 + 30 * normal_quantile(p)) * 10 / unit + 0.5)::int * unit, lowest), highest)
end;
