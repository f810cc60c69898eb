/**
 * Cells put into groups that show the same symbol: by colour, and those of one colour by form where it is clearly more
 * than one. Ward's clustering makes the first groups, the nearest two are merged again and again, and k-means improves
 * them after every merge. There are as many as where the nearest two groups suddenly are far apart, in standard
 * deviations of the cells within groups. Nothing is drawn at random.
 */

const MOST_GROUPS = 14;
const LEAST_GROUPS = 3; // of five dice, at most two show the same symbol
const FEW = 1 / 3; // of the cells that a symbol has on average: fewer are unsure, as something may lie on them
const ROUNDS = 20; // of k-means, at most
const SMALL = 0.8; // cells: a mean of few cells is less certain
// How far the nearest two groups have to be apart, in standard deviations and in ink, and how suddenly; how few cells,
// and what share of them, are a group; how many there may be; and the least standard deviation.
const BY_COLOUR = { gap: 4, jump: 1.4, cells: 1, share: 0, most: MOST_GROUPS, far: 0.11, floor: 0.02 };
const BY_FORM = { gap: 6, jump: 1.4, cells: 4, share: 0.25, most: 3, far: 0, floor: 0.05 };
const PERHAPS = { ...BY_FORM, gap: 3.5, jump: 1.2, cells: 1, share: 0 }; // there may be more than one form
const MOSTLY = 0.75; // of the cells of a colour: the others are unsure if they may be of another form
const LEAST_JUMP = 0.5; // standard deviations
const ASKED_GAP = 2; // standard deviations, between groups whose number a person says
const BORDER = 1.6; // how fast the risk falls with the distance from the border to the next group
const STRANGE = 4; // standard deviations from the mean of its group
const RISK = 10; // a cell whose risk is 1 in 1,000 has the confidence 0.99
const UNSEEN = 0.5; // the most confidence in a cell that something covers, or that may be of another form

/**
 * Return {labels, confidence} of cells with these *colours*, *forms*, and whether each *isSeen*, in *count* groups, or in
 * as many as it seems; null where they are not clear.
 */
export function groupsOf({ colours, forms, isSeen }, count) {
  const founders = colours.flatMap((_, at) => (isSeen[at] ? [at] : []));
  const used = 2 * founders.length >= colours.length ? founders : colours.map((_, at) => at);
  const all = partitions(used.map((at) => colours[at]), BY_COLOUR);
  const best = clear(all, BY_COLOUR);
  let found = best ? byForm(placed(colours, best), forms, used) : { count: 1 };
  if (count && count !== found.count) {
    const asked = all.find(({ means, gap }) => means.length === count && gap >= ASKED_GAP);
    found = asked ? placed(colours, asked) : { count: 1 };
  }
  if (found.count < (count ?? LEAST_GROUPS)) return null;
  const few = FEW * colours.length / found.count;
  const sizes = sizesOf(found.labels);
  const confidence = found.risks.map((risk, at) =>
    Math.min(isSeen[at] && sizes[found.labels[at]] >= few ? 1 : UNSEEN, Math.max(0, 1 - RISK * risk)));
  return { labels: found.labels, confidence };
}

/** Return the groups of *found* split where their cells have clearly more than one form. */
function byForm(found, forms, used) {
  const labels = [...found.labels];
  const risks = [...found.risks];
  let { count } = found;
  for (let group = 0; group < found.count; group += 1) {
    const members = labels.flatMap((label, at) => (found.labels[at] === group ? [at] : []));
    const founders = members.filter((at) => used.includes(at));
    if (founders.length < 2 * BY_FORM.cells) continue;
    const all = partitions(founders.map((at) => forms[at]), BY_FORM);
    const best = clear(all, BY_FORM);
    if (best) {
      const split = placed(members.map((at) => forms[at]), best);
      members.forEach((at, place) => {
        if (split.labels[place]) labels[at] = count + split.labels[place] - 1;
        risks[at] = Math.max(risks[at], split.risks[place]);
      });
      count += split.count - 1;
    } else {
      const perhaps = placed(members.map((at) => forms[at]), clear(all, PERHAPS));
      const sizes = sizesOf(perhaps.labels);
      members.forEach((at, place) => {
        if (sizes[perhaps.labels[place]] < MOSTLY * members.length) risks[at] = Math.max(risks[at], (1 - UNSEEN) / RISK);
      });
    }
  }
  return { labels, risks, count };
}

/** Return the partition of *all* at which the gap jumps most; undefined if none is clear. */
function clear(all, { gap, jump, cells, share, most, far }) {
  const jumps = all.map((each, at) => (at ? each.gap / Math.max(LEAST_JUMP, all[at - 1].gap) : 0));
  const choices = all.map((_, at) => at).filter((at) => all[at].gap >= gap && all[at].gap * all[at].spread >= far && all[at].means.length <= most && jumps[at] >= jump
    && Math.min(...all[at].sizes) >= Math.max(cells, share * all[at].labels.length));
  choices.sort((one, other) => jumps[other] - jumps[one]);
  return all[choices[0]];
}

/** Return to which group of a *partition* each of *vectors* belongs, and how likely it is another one. */
function placed(vectors, partition) {
  if (!partition) return { labels: vectors.map(() => 0), risks: vectors.map(() => 0), count: 1 };
  const { means, spread } = partition;
  const labels = vectors.map((vector) => nearestOf(vector, means));
  const risks = vectors.map((vector, at) => {
    const own = distance(vector, means[labels[at]]);
    const borders = means.flatMap((mean, group) => (group === labels[at] ? []
      : [(distance(vector, mean) ** 2 - own ** 2) / (2 * distance(mean, means[labels[at]])) / spread]));
    return Math.max(Math.exp(-BORDER * Math.min(...borders)), own / spread > STRANGE ? (1 - UNSEEN) / RISK : 0);
  });
  return { labels, risks, count: means.length };
}

/** Return partitions of *vectors* into many groups, and fewer, to two: {labels, means, sizes, spread, gap}. */
function partitions(vectors, { floor }) {
  let labels = ward(vectors, Math.min(MOST_GROUPS, Math.ceil(vectors.length / 2)));
  const found = [];
  for (;;) {
    labels = kMeans(vectors, labels);
    const [means, sizes] = [meansOf(vectors, labels), sizesOf(labels)];
    const squares = vectors.reduce((sum, vector, at) => sum + distance(vector, means[labels[at]]) ** 2, 0);
    const spread = Math.max(floor, Math.sqrt(squares / Math.max(1, vectors.length - means.length)));
    let nearest = { gap: Infinity };
    for (let other = 1; other < means.length; other += 1) {
      for (let one = 0; one < other; one += 1) {
        const smaller = Math.min(sizes[one], sizes[other]);
        const gap = (distance(means[one], means[other]) / spread) * Math.sqrt(smaller / (smaller + SMALL));
        if (gap < nearest.gap) nearest = { gap, one, other };
      }
    }
    const { gap, one, other } = nearest;
    found.push({ labels, means, sizes, spread, gap });
    if (means.length <= 2) return found;
    labels = labels.map((label) => (label === other ? one : label > other ? label - 1 : label));
  }
}

function ward(vectors, groups) {
  const clusters = vectors.map((vector, at) => ({ mean: vector, size: 1, members: [at] }));
  while (clusters.length > groups) {
    let best = { cost: Infinity };
    for (let other = 1; other < clusters.length; other += 1) {
      for (let one = 0; one < other; one += 1) {
        const { size } = clusters[one];
        const { size: more } = clusters[other];
        const cost = (distance(clusters[one].mean, clusters[other].mean) ** 2 * size * more) / (size + more);
        if (cost < best.cost) best = { cost, one, other };
      }
    }
    const [first, second] = [clusters[best.one], clusters[best.other]];
    const size = first.size + second.size;
    const mean = first.mean.map((part, at) => (part * first.size + second.mean[at] * second.size) / size);
    clusters[best.one] = { mean, size, members: [...first.members, ...second.members] };
    clusters.splice(best.other, 1);
  }
  const labels = [];
  clusters.forEach(({ members }, label) => members.forEach((at) => { labels[at] = label; }));
  return labels;
}

function kMeans(vectors, first) {
  let labels = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const means = meansOf(vectors, labels);
    const next = vectors.map((vector) => nearestOf(vector, means));
    if (new Set(next).size < means.length || next.every((label, at) => label === labels[at])) break;
    labels = next;
  }
  return labels;
}

/** Return the means of the *vectors* in each group. */
export function meansOf(vectors, labels) {
  const sizes = sizesOf(labels);
  const means = sizes.map(() => vectors[0].map(() => 0));
  vectors.forEach((vector, at) => vector.forEach((part, axis) => { means[labels[at]][axis] += part / sizes[labels[at]]; }));
  return means;
}

export function nearestOf(vector, means) {
  const distances = means.map((mean) => distance(vector, mean));
  return distances.indexOf(Math.min(...distances));
}

export function distance(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] - other[at]) ** 2;
  return Math.sqrt(sum);
}

function sizesOf(labels) {
  const sizes = Array(Math.max(...labels) + 1).fill(0);
  for (const label of labels) sizes[label] += 1;
  return sizes;
}
