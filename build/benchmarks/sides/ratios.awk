# Of lines "round side confirmed/s received/s client-us [machine-us [status]]": prints them, and for each pair of sides the
# geometric mean of the ratios of a round with its 95 % interval (Student's t over their logarithms), and their
# median with its interval (of ranks, so that a round in which the brokers did something else counts like any other).
# Figures that are 0 have no ratio. -v first=NAME and -v second=NAME: what the two figures are, if not these rates.
# -v figures=1: prints only the geometric means of C and A, and of C/A with its interval, as the values of a file of figures.
BEGIN {
  if (first == "") first = "confirmed"
  if (second == "") second = "received"
}

{
  if (!figures) printf "%5d  %4s  %11s  %10s  %21s  %9s  %s\n", $1, $2, $3, $4, $5, $6, $7
  fflush()
  confirmed[$1, $2] = $3
  received[$1, $2] = $4
  cpu[$2] += $5
  machine[$2] += $6
  turns[$2]++
  if ($7 != "") statuses[$2, $7]++
  if ($1 > rounds) rounds = $1
}

function t95(df) {
  split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26 2.23 2.20 2.18 2.16 2.14 2.13 2.12 2.11 2.10 2.09 2.09 2.08 2.07 2.07 2.06 2.06", t, " ")
  return df > 25 ? 2.05 : t[df]
}

# Whether both sides have a figure in each round.
function complete(values, a, b,   k) {
  for (k = 1; k <= rounds; k++) {
    if (!(values[k, a] > 0 && values[k, b] > 0)) return 0
  }
  return 1
}

# Sets mean, low and high of the ratios of a round: the geometric mean, and the ends of its interval.
function ratios(values, a, b,   k, x, sum, squares, half) {
  for (k = 1; k <= rounds; k++) {
    x = log(values[k, a] / values[k, b])
    sum += x
    squares += x * x
  }
  x = rounds < 2 ? 0 : (squares - sum * sum / rounds) / (rounds - 1)
  half = rounds < 2 ? 0 : t95(rounds - 1) * sqrt(x > 0 ? x : 0) / sqrt(rounds)
  mean = exp(sum / rounds)
  low = exp(sum / rounds - half)
  high = exp(sum / rounds + half)
}

function interval(values, a, b) {
  if (!complete(values, a, b)) return "-"
  ratios(values, a, b)
  return rounds < 2 ? sprintf("%.3f", mean) : sprintf("%.3f (%.3f to %.3f)", mean, low, high)
}

# The lowest rank that is in the interval: fewer ratios than that are below the true median in 2.5 % of all cases.
function lowest_rank(n,   k, probability, below) {
  probability = 0.5 ^ n
  for (k = 0; below + probability <= 0.025; k++) {
    below += probability
    probability *= (n - k) / (k + 1)
  }
  return k
}

function median(values, a, b,   k, j, x, sorted, rank) {
  if (!complete(values, a, b)) return "-"
  for (k = 1; k <= rounds; k++) {
    x = values[k, a] / values[k, b]
    for (j = k - 1; j > 0 && sorted[j] > x; j--) sorted[j + 1] = sorted[j]
    sorted[j + 1] = x
  }
  x = (sorted[int((rounds + 1) / 2)] + sorted[int(rounds / 2) + 1]) / 2
  rank = lowest_rank(rounds)
  return rank < 1 ? sprintf("%.3f", x) : sprintf("%.3f (%.3f to %.3f)", x, sorted[rank], sorted[rounds + 1 - rank])
}

function ratio(a, b) {
  if (!(a in turns) || !(b in turns)) return
  printf "%s/%s of %d rounds, mean and 95 %% interval: %s %s, %s %s\n", a, b, rounds,
    first, interval(confirmed, a, b), second, interval(received, a, b)
  printf "%s/%s of %d rounds, median and 95 %% interval: %s %s, %s %s\n", a, b, rounds,
    first, median(confirmed, a, b), second, median(received, a, b)
}

# The values of one rate, if both sides have it.
function rate_figures(name, tools, values,   k, sum) {
  if (!complete(values, "C", "A")) return ""
  for (k = 1; k <= rounds; k++) sum += log(values[k, "C"])
  ratios(values, "C", "A")
  return sprintf("\"%sRate\": %.6g, \"%sRate\": %.6g, \"%sToToolsRatio\": %.6g, \"%sToToolsLowestRatio\": %.6g, \"%sToToolsHighestRatio\": %.6g, ",
    name, exp(sum / rounds), tools, exp(sum / rounds) / mean, name, mean, name, low, name, high)
}

END {
  if (figures) {
    printf "{%s%s", rate_figures("confirmed", "toolsConfirmed", confirmed), rate_figures("received", "toolsReceived", received)
    printf "\"clientCpuMicros\": %.6g, \"toolsClientCpuMicros\": %.6g}\n", cpu["C"] / turns["C"], cpu["A"] / turns["A"]
    exit
  }
  ratio("B", "A")
  ratio("C", "A")
  ratio("C", "B")
  for (side in turns) {
    printf "%s: client CPU %.2f us a message", side, cpu[side] / turns[side]
    if (machine[side] > 0) printf ", %.2f us on the whole machine", machine[side] / turns[side]
    print ""
  }
  for (key in statuses) {
    split(key, parts, SUBSEP)
    printf "%s: %d of %d runs %s\n", parts[1], statuses[key], turns[parts[1]], parts[2]
  }
}
