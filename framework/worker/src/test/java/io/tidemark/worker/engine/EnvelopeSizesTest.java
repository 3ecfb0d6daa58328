package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The size limits of workload files are those of the envelope. */
class EnvelopeSizesTest {

  @ParameterizedTest
  @EnumSource(Form.class)
  void theLeastSizeIsTheShortestThatIsStamped(Form form) {
    int least = new EnvelopeSpec(Position.PREFIX, form).leastMessageBytes();
    EnvelopeLayout layout = new EnvelopeLayout(EnvelopeSpec.Position.PREFIX, form == Form.TEXT, 1);

    assertThat(layout.formOf(least)).isNotEqualTo(EnvelopeForm.NONE);
    assertThat(layout.formOf(least - 1)).isEqualTo(EnvelopeForm.NONE);
  }
}
