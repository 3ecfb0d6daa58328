package io.tidemark.features.profile.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidemark.model.result.file.ResultMapper;
import io.tidemark.model.yaml.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Profiles in the directory of a run: {@code profile/NAME.json.gz}, one for each process. */
public final class ProfileFile {
  /** The folder in the directory of a run. */
  public static final String FOLDER = "profile";

  /** How the names of the files end. */
  public static final String ENDING = ".json.gz";

  /** More is not a summary of this program. */
  private static final int MOST_BYTES = 64 << 20;

  private ProfileFile() {}

  public static void write(ProcessProfile profile, Path file) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      ResultMapper.JSON.writeValue(out, profile);
    }
  }

  /**
   * All profiles of a run, in the order of their names; none if it has not been profiled.
   *
   * @throws IOException if a file is damaged, or a newer version has written it
   */
  public static List<ProcessProfile> in(Path runDirectory) throws IOException {
    Path folder = runDirectory.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<ProcessProfile> profiles = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(ProfileFile::isProfile).sorted().toList()) {
        profiles.add(read(file));
      }
    }
    return profiles;
  }

  private static boolean isProfile(Path file) {
    return String.valueOf(file.getFileName()).endsWith(ENDING);
  }

  static ProcessProfile read(Path file) throws IOException {
    try {
      InputFiles.requireRegular(file);
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
        byte[] json = in.readNBytes(MOST_BYTES);
        ProcessProfile profile = ResultMapper.JSON.readValue(json, ProcessProfile.class);
        if (profile == null || profile.process() == null || profile.runtime() == null) {
          throw new IOException("not a profile, or damaged");
        }
        if (profile.formatVersion() > ProcessProfile.VERSION) {
          throw new IOException(
              "formatVersion: got "
                  + profile.formatVersion()
                  + "; allowed up to "
                  + ProcessProfile.VERSION);
        }
        return profile;
      }
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": not a profile, or damaged", e);
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
