package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.List;
import java.util.Optional;

/**
 * The keys of the sizes of messages, envelope included.
 *
 * @param messageSize of every message
 * @param messageSizeDistribution as text, map or list
 */
@RecordBuilder
public record MessageSizes(
    @Key(value = "Size of every message, envelope included.", size = true, range = "0..1GB")
        Optional<Integer> messageSize,
    @Key(
            value =
                "Several sizes with their weights instead of one: `100: 70, 1KB: 30` as text or as a"
                    + " map, or a list of `{size, weight}`. Or ranges of sizes, as OMB has them:"
                    + " `0-256: 234, 256-1KB: 456`, or `{size, upTo, weight}`. Both ends belong to a"
                    + " range, and its sizes are equally frequent (OMB sends the middle only)."
                    + " Sizes and ranges cannot be mixed.",
            types = {Type.STRING, Type.MAP, Type.LIST},
            element = WeightedSize.class,
            each = "One size with its weight.")
        Optional<Object> messageSizeDistribution)
    implements MessageSizesBuilder.With {

  /** The keys that a workload file has for some sizes. */
  static MessageSizes of(List<WeightedSize> sizes) {
    MessageSizes keys = Grammar.defaults(MessageSizes.class);
    return sizes.size() == 1 && !sizes.get(0).isRange()
        ? keys.withMessageSize(Optional.of(sizes.get(0).payloadBytes()))
        : keys.withMessageSizeDistribution(Optional.of(sizes));
  }
}
