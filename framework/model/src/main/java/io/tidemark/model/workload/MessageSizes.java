package io.tidemark.model.workload;

import io.tidemark.driver.Key;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.ChangedRecord;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.List;
import java.util.Optional;

/**
 * The keys of the sizes of messages, envelope included.
 *
 * @param messageSize of every message
 * @param messageSizeDistribution as text, map or list
 */
public record MessageSizes(
    @Key(value = "Size of every message, envelope included.", size = true, range = "0..1GB")
        Optional<Integer> messageSize,
    @Key(
            value =
                "Several sizes with their weights instead of one: `100: 70, 1KB: 30` as text or as a"
                    + " map, or a list of `{size, weight}`.",
            types = {Type.STRING, Type.MAP, Type.LIST},
            element = WeightedSize.class,
            each = "One size with its weight.")
        Optional<Object> messageSizeDistribution) {

  /** The keys that a workload file has for some sizes. */
  static MessageSizes of(List<WeightedSize> sizes) {
    ChangedRecord<MessageSizes> keys = ChangedRecord.ofDefaults(MessageSizes.class);
    return sizes.size() == 1
        ? keys.with("messageSize", Optional.of(sizes.get(0).payloadBytes())).record()
        : keys.with("messageSizeDistribution", Optional.of(sizes)).record();
  }
}
