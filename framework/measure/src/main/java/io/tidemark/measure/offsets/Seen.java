package io.tidemark.measure.offsets;

import io.tidemark.model.snapshot.OffsetSamples.Position;

/** A position, and the worker that reported it. */
record Seen(int worker, Position position) {}
