-- Media types of files in received documents, as strangers stated them. From now on they are checked
-- when they are stored (src/store/media-type.ts).
update files set media_type = 'application/octet-stream'
  where kind = 'attachment'
    and (length(media_type) > 500 or media_type !~ ('^[!#$%&''*+.^_`|~0-9A-Za-z-]{1,127}/'
      || '[!#$%&''*+.^_`|~0-9A-Za-z-]{1,127}([ \t]*;[ !-~]*)?$'));
