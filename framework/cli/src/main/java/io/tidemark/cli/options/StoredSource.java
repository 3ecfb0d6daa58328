package io.tidemark.cli.options;

import io.tidemark.cli.process.ProgramCommand;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.Bundle;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A path of stored runs: a bundle is unpacked, and its folder is used. */
public final class StoredSource implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    try {
      return Bundle.opened(ProgramCommand.path(text));
    } catch (ResultsException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
